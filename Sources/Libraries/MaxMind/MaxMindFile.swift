public import ByteText
import CMaxMindDB
import Files
import Glibc

/// A database of IP address records in MaxMind's format (MaxMind DB 2.0), mapped into memory.
///
/// Uses libmaxminddb. Opening a file blocks. A lookup does not allocate and takes about a microsecond, on any thread.
/// The file must be replaced by a rename, never overwritten: truncating a mapped file terminates the process.
/// `geoipupdate` and `mv` replace it correctly.
@safe public final class MaxMindFile: @unchecked Sendable {
    // Safe: the library writes to the handle only while it opens and closes the file; lookups only read it.
    private let handle: UnsafeMutablePointer<MMDB_s>
    /// The database type: `GeoLite2-City`.
    public let type: String
    /// The build time, in seconds since 1970-01-01T00:00:00Z.
    public let built: Int64

    /// Opens a file and asks the system to read it ahead. Blocks.
    public init(_ path: String) throws(MaxMindFault) {
        do throws(RegularFileFault) { try RegularFile.check(path) } catch {
            if error == .irregular { throw MaxMindFault(path, "not a MaxMind DB file (\(error))") }
        }
        // Safe: the handle is initialized by the library, and freed below on failure or in `deinit`.
        let handle = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
        unsafe handle.initialize(to: MMDB_s())
        let status = unsafe MMDB_open(path, UInt32(MMDB_MODE_MMAP), handle)
        guard status == MMDB_SUCCESS else {
            let problem = Self.problem(status, errno)
            unsafe handle.deallocate()
            throw MaxMindFault(path, problem)
        }
        // Safe: the metadata were read when the file was opened, and stay valid until it is closed.
        let metadata = unsafe handle.pointee.metadata
        type = unsafe metadata.database_type.map { unsafe String(cString: $0) } ?? ""
        built = Int64(clamping: unsafe metadata.build_epoch)
        unsafe self.handle = handle
        // Avoids disk access in the first clicks. This is only advice, so the result is ignored.
        // Safe: the range is the file's mapping.
        _ = unsafe madvise(
            UnsafeMutableRawPointer(mutating: handle.pointee.file_content), Int(handle.pointee.file_size), MADV_WILLNEED
        )
    }

    deinit {
        // Safe: the file has no more references, and everything read from it is gone with it.
        unsafe MMDB_close(handle)
        unsafe handle.deallocate()
    }

    private static func problem(_ status: Int32, _ error: Int32) -> String {
        // Safe: the texts of both libraries are constants, or valid until this thread requests the next one.
        let isOfSystem = status == MMDB_FILE_OPEN_ERROR || status == MMDB_IO_ERROR
        // A file that can't be mapped is empty, or not a regular file.
        let isUnmappable = error == EINVAL || error == ENODEV
        if isOfSystem, error != 0, !isUnmappable { return unsafe String(cString: strerror(error)) }
        let reason = isOfSystem ? "empty, or a directory" : unsafe String(cString: MMDB_strerror(status))
        return "not a MaxMind DB file (\(reason)); expected a complete, unpacked file such as GeoLite2-City.mmdb"
    }

    /// The record of an address, or `nil` if there is none.
    public func record(of address: IPAddress) -> Record? {
        var fault = MMDB_SUCCESS
        let result = unsafe Self.lookUp(address, in: handle, &fault)
        guard fault == MMDB_SUCCESS, unsafe result.found_entry else { return nil }
        return unsafe Record(file: self, entry: result.entry)
    }

    private static func lookUp(
        _ address: IPAddress, in handle: UnsafeMutablePointer<MMDB_s>, _ fault: inout Int32
    ) -> MMDB_lookup_result_s {
        if address.isIPv4 {
            var socket = sockaddr_in()
            socket.sin_family = sa_family_t(AF_INET)
            socket.sin_addr.s_addr = address.ipv4.bigEndian
            // Safe: the address is read during the call, as the type given by its family.
            return unsafe withUnsafePointer(to: &socket) { pointer in
                let start = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
                return unsafe MMDB_lookup_sockaddr(handle, start, &fault)
            }
        }
        var socket = sockaddr_in6()
        socket.sin6_family = sa_family_t(AF_INET6)
        // Safe: both are 16 bytes, and any bytes are an address.
        socket.sin6_addr = unsafe unsafeBitCast(address.bits.bigEndian, to: in6_addr.self)
        // Safe: as above.
        return unsafe withUnsafePointer(to: &socket) { pointer in
            let start = unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
            return unsafe MMDB_lookup_sockaddr(handle, start, &fault)
        }
    }

    /// The record of one address.
    @safe public struct Record {
        private let file: MaxMindFile
        private var entry: MMDB_entry_s

        fileprivate init(file: MaxMindFile, entry: MMDB_entry_s) {
            self.file = file
            unsafe self.entry = entry
        }

        /// Appends a text of the record. Returns `nil` if there is none at the path, or it is empty or longer than 255
        /// bytes.
        public mutating func text(at path: RecordPath, into arena: inout ByteArena) -> TextRange? {
            var data = unsafe MMDB_entry_data_s()
            // Safe: the record keeps the file open; the path is nil-terminated, and the library validates the data.
            let status = unsafe MMDB_aget_value(&entry, &data, path.keys)
            let isText = unsafe data.has_data && data.type == UInt32(MMDB_DATA_TYPE_UTF8_STRING)
            guard status == MMDB_SUCCESS, isText, let start = unsafe data.utf8_string,
                case let count = unsafe Int(data.data_size), (1...255).contains(count)
            else { return nil }
            // Safe: the library has checked that the text is within the file, which is open.
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe arena.append($0.span) }
        }

        /// A number of the record, or `nil` if there is none at the path.
        public mutating func number(at path: RecordPath) -> UInt32? {
            var data = unsafe MMDB_entry_data_s()
            // Safe: as above.
            let status = unsafe MMDB_aget_value(&entry, &data, path.keys)
            let isNumber = unsafe data.has_data && data.type == UInt32(MMDB_DATA_TYPE_UINT32)
            return unsafe status == MMDB_SUCCESS && isNumber ? data.uint32 : nil
        }
    }
}

/// Why a file can't be read as a MaxMind DB, as a message.
public struct MaxMindFault: Error, Sendable, CustomStringConvertible {
    /// The file, the error, and how to fix it, on one line.
    public let description: String

    init(_ path: String, _ problem: String) {
        description = "\(path): \(problem)"
    }
}

/// The path to a value in a record: keys of maps, and indices of arrays as numbers.
///
/// A path is created once, for the lifetime of the process: the library requires C strings, and a lookup must not
/// allocate.
@safe public struct RecordPath: @unchecked Sendable {
    // Safe: the strings are literals, which are never freed. The array is written only before it is shared.
    let keys: UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// Creates a path that is never freed. For constants.
    public init(_ names: StaticString...) {
        // Safe: there is space for the names and the terminator, and each element is initialized once.
        unsafe keys = UnsafeMutablePointer.allocate(capacity: names.count + 1)
        for (place, name) in names.enumerated() {
            // Safe: a literal is NUL-terminated, and its bytes are read as C characters.
            let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
            unsafe (keys + place).initialize(to: start)
        }
        unsafe (keys + names.count).initialize(to: nil)
    }
}
