/// The system versions that shipped a Darwin kernel: all that `CFNetwork/… Darwin/…` tells of them.
struct DarwinRelease {
    let iosVersion: StaticString
    let macVersion: StaticString

    init?(major: Int, minor: Int) {
        guard major >= 9 && major - 9 < Self.rows.count else { return nil }
        _ = minor
        (iosVersion, macVersion) = Self.rows[major - 9]
    }

    /// From Darwin 9 on.
    private static let rows: [(StaticString, StaticString)] = [
        ("", "10.5"), ("4", "10.6"), ("5", "10.7"), ("", "10.8"), ("6", "10.9"), ("7", "10.10"), ("9", "10.11"),
        ("10", "10.12"), ("11", "10.13"), ("12", "10.14"), ("13", "10.15"), ("14", "11"), ("15", "12"), ("16", "13"),
        ("17", "14"), ("18", "15"), ("26", "26"),
    ]
}
