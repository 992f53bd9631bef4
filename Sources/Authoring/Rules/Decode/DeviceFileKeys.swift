import Configuration

/// Keys of a file of device corrections.
enum DeviceFileKey: String, ConfigurationKey {
    static let owner = "a file of device corrections"
    case about, corrections
}

/// Keys of a correction.
enum CorrectionKey: String, ConfigurationKey {
    static let owner = "a device correction"
    case token, place, bot, platform
    case formFactor = "form_factor"
    case inApp = "in_app"
    case example
}
