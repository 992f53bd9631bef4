/// The system versions that shipped with a Darwin kernel, derived from `CFNetwork/… Darwin/…`.
struct DarwinRelease {
    let iosVersion: StaticString
    let macVersion: StaticString

    /// - Parameter network: CFNetwork's major version, which distinguishes the two iOS releases on Darwin 11 and on 14.
    init?(major: Int, network: Int) {
        guard major >= 9 && major - 9 < Self.rows.count else { return nil }
        let row = Self.rows[major - 9]
        macVersion = row.mac
        switch (major, network) {
        case (10, ..<480): iosVersion = "3"
        case (11, ..<540): iosVersion = "4"
        case (14, 700...): iosVersion = "8"
        default: iosVersion = row.ios
        }
    }

    /// Releases from Darwin 9 on.
    private static let rows: [(ios: StaticString, mac: StaticString)] = [
        ("2", "10.5"), ("4", "10.6"), ("5", "10.7"), ("", "10.8"), ("6", "10.9"), ("7", "10.10"), ("9", "10.11"),
        ("10", "10.12"), ("11", "10.13"), ("12", "10.14"), ("13", "10.15"), ("14", "11"), ("15", "12"), ("16", "13"),
        ("17", "14"), ("18", "15"), ("26", "26"), ("27", "27"),
    ]
}
