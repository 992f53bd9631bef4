import Glibc
import LinkStore

/// A directory that is deleted when the object is released.
final class ScratchDirectory {
    let path: String

    init() {
        var template = Array("/tmp/fingerpost-store-XXXXXX".utf8CString)
        // Safe: mkdtemp replaces the last six characters of the template in place.
        path = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe String(cString: mkdtemp(buffer.baseAddress!))
        }
    }

    deinit {
        // Safe: the paths are read within the calls.
        for name in ["links.mdb", "links.mdb-lock", "copy.mdb"] { _ = unsafe unlink("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    /// The path of the store's file.
    var file: String { "\(path)/links.mdb" }

    /// The bytes of the store's file.
    func contents() -> [UInt8] {
        // Safe: the path is read within the call, and at most the array's size is read.
        let descriptor = unsafe open(file, O_RDONLY)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        precondition(count == bytes.count, "the file can't be read")
        return bytes
    }

    /// Replaces the store's file with these bytes.
    func replace(with bytes: [UInt8]) {
        // Safe: the paths are read within the calls, and the write is within the array's bounds.
        _ = unsafe unlink("\(file)-lock")
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        precondition(count == bytes.count, "the file can't be written")
    }
}

extension LinkStore {
    /// Creates a link from a record.
    @discardableResult
    func create(_ record: LinkRecord) throws(StoreError) -> LinkRecord { try apply(.create(LinkCreation(record))).link }
}

extension LinkKey {
    /// A key from a well-formed literal.
    static func known(_ text: String) -> LinkKey {
        guard let key = LinkKey(text) else { fatalError("\(text) is no key") }
        return key
    }
}
