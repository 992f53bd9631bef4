/// The password file of a source of truth, with one line.
public enum SourcePassword {
    /// The password, without the line break. Throws if the file can't be read, or is world-writable.
    public static func read(_ path: String) throws(FileFault) -> String {
        try SecretFile.examine(path) { _ in }
        let bytes = try SecretFile.bytes(path, "the source's password file", limit: 4096)
        return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }
}
