/// The Android version for an API level, according to the Android developer documentation. Some apps send the API level
/// instead of the version.
struct AndroidRelease {
    /// Version numbers are still well below this level.
    private static let firstLevel = 21

    let version: StaticString

    /// `nil` for an unlisted level.
    init?(level: Int) {
        guard level >= Self.firstLevel, level - Self.firstLevel < Self.versions.count else { return nil }
        version = Self.versions[level - Self.firstLevel]
    }

    /// Versions from level 21 on.
    private static let versions: [StaticString] = [
        "5.0", "5.1", "6.0", "7.0", "7.1", "8.0", "8.1", "9", "10", "11", "12", "12.1", "13", "14", "15", "16", "17",
    ]
}
