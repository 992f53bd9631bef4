/// The program's version, defined only here and used by `--version`, the manual pages and the Debian package.
package enum Version {
    /// Follows semver.org 2.0.
    package static let text = "0.1.0"
}
