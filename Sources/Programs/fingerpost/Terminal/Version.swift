/// The one place that states the program's version: `--version`, the manual pages and the Debian package have it from here.
enum Version {
    /// As in semver.org 2.0.
    static let text = "0.1.0"
}
