import Daemon
import Settings

/// The daemon's mask key, for what a command shows.
enum MaskKeyOption {
    /// Installs the key of the daemon whose settings and store these are, where it may be read.
    static func install(_ file: SettingsFile, beside place: StorePlace? = nil) {
        let settings = SettingsResolver.resolve(file: file, environment: Environment.variables).settings
        MaskKeyFile.installForCommand(
            settings.maskKeyFile, beside: (place ?? StorePlace(named: settings.store)).directory, report: Output.error)
    }
}
