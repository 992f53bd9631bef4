import ServiceFiles
import Settings
import Terminal

/// Masks output with the daemon's mask key.
enum MaskKeyOption {
    /// Installs the mask key of the daemon with these settings and this store, if it is readable.
    static func install(_ file: SettingsFile, beside place: StorePlace? = nil) {
        let settings = SettingsResolver.resolve(file: file, environment: ProcessEnvironment.variables).settings
        MaskKeyFile.installForCommand(
            settings.maskKeyFile, beside: (place ?? StorePlace(named: settings.store)).directory, report: Output.error)
    }
}
