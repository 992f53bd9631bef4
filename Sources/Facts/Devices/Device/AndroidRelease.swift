/// The version of Android that brought a level of its interface for apps (API level), as its documentation for developers
/// lists them. Some apps send the level where others send the version.
struct AndroidRelease {
    /// Versions do not come near this level yet.
    private static let firstLevel = 21

    let version: StaticString

    /// Nil for a level that is not on the list.
    init?(level: Int) {
        guard level >= Self.firstLevel, level - Self.firstLevel < Self.versions.count else { return nil }
        version = Self.versions[level - Self.firstLevel]
    }

    /// From level 21 on.
    private static let versions: [StaticString] = [
        "5.0", "5.1", "6.0", "7.0", "7.1", "8.0", "8.1", "9", "10", "11", "12", "12.1", "13", "14", "15", "16", "17",
    ]
}
