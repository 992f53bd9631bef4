import Foundation

/// The folder of shared test data, next to the checkout by default, or set by `FINGERPOST_SHARED`.
public enum SharedData {
    /// The path of a file in it, or `nil` if the file does not exist.
    public static func path(_ file: String) -> String? {
        let environment = ProcessInfo.processInfo.environment["FINGERPOST_SHARED"]
        let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = environment ?? repository.deletingLastPathComponent().appendingPathComponent("shared").path
        let path = folder + "/" + file
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
