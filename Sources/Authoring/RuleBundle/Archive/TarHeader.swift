/// The header of one entry of a tape archive in the format ustar (POSIX.1-2017, pax, "ustar Interchange Format").
struct TarHeader: Equatable {
    enum Kind: Equatable {
        case file
        case folder
    }

    static let blockBytes = 512

    var kind: Kind
    /// The path, without a folder's trailing slash.
    var path: String
    /// The size of the content, without the padding of its last block.
    var size: Int
    /// Seconds since the epoch.
    var modified: Int64

    /// A file.
    init(path: String, size: Int, modified: Int64) {
        kind = .file
        self.path = path
        self.size = size
        self.modified = modified
    }

    // MARK: - Reading

    /// Parses a block. GNU and pax extensions that change an entry are rejected rather than skipped: another reader
    /// would extract a different file.
    init(_ block: [UInt8]) throws(BundleFault) {
        precondition(block.count == Self.blockBytes, "not a block")
        guard block[257..<265].elementsEqual("ustar\u{0}00".utf8) else {
            throw BundleFault(.format, "not a ustar archive (tar --format=ustar)")
        }
        guard Self.number(block[148..<156]) == Self.sum(of: block) else {
            throw BundleFault(.format, "the header of an entry is corrupt")
        }
        let name = try Self.text(block[0..<100])
        let prefix = try Self.text(block[345..<500])
        let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
        guard let size = Self.number(block[124..<136]), let modified = Self.number(block[136..<148]) else {
            throw BundleFault(.format, "`\(path)`: a number in the header is not octal")
        }
        self.path = path
        (self.size, self.modified) = (size, Int64(modified))
        switch block[156] {
        case UInt8(ascii: "0"): kind = .file
        case UInt8(ascii: "5"):
            kind = .folder
            guard size == 0 else { throw BundleFault(.format, "`\(path)`: a folder with content") }
            if path.hasSuffix("/") { self.path.removeLast() }
        case UInt8(ascii: "1"), UInt8(ascii: "2"): throw BundleFault(.format, "`\(path)` is a link")
        case UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "6"):
            throw BundleFault(.format, "`\(path)` is a device or a pipe")
        default: throw BundleFault(.format, "`\(path)` is neither a file nor a folder")
        }
    }

    /// Octal digits, with leading blanks and a blank or zero after them, or `nil` for anything else.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
        let rest = field[digits.endIndex...]
        guard !digits.isEmpty, rest.allSatisfy({ $0 == 0 || $0 == 0x20 }) else { return nil }
        return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }

    /// Text up to the first zero. Only zeros may follow, or two readers might read different names.
    private static func text(_ field: ArraySlice<UInt8>) throws(BundleFault) -> String {
        let bytes = field.prefix { $0 != 0 }
        guard field[bytes.endIndex...].allSatisfy({ $0 == 0 }), let text = String(validating: bytes, as: UTF8.self)
        else { throw BundleFault(.format, "the name of an entry is not valid UTF-8, or contains a NUL byte") }
        return text
    }

    /// The sum of all bytes, with the checksum field itself counted as blanks.
    private static func sum(of block: [UInt8]) -> Int {
        block.indices.reduce(0) { $0 + Int((148..<156).contains($1) ? 0x20 : block[$1]) }
    }

    // MARK: - Writing

    /// The block of a file with mode 0644 and no owner.
    var block: [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.blockBytes)
        func put(_ text: some Collection<UInt8>, at place: Int) {
            block.replaceSubrange(place..<(place + text.count), with: text)
        }
        let (prefix, name) = Self.split(path) ?? ("", path)
        put(Array(name.utf8), at: 0)
        put(Array(prefix.utf8), at: 345)
        put(Self.octal(0o644, digits: 7), at: 100)
        put(Self.octal(0, digits: 7), at: 108)
        put(Self.octal(0, digits: 7), at: 116)
        put(Self.octal(size, digits: 11), at: 124)
        put(Self.octal(Int(modified), digits: 11), at: 136)
        block[156] = UInt8(ascii: "0")
        put(Array("ustar\u{0}00".utf8), at: 257)
        put(Self.octal(Self.sum(of: block), digits: 6) + [0, 0x20], at: 148)
        return block
    }

    /// A path as a prefix of up to 155 bytes and a name of up to 100, split at a slash, or `nil` if no slash allows that.
    static func split(_ path: String) -> (prefix: String, name: String)? {
        if path.utf8.count <= 100 { return ("", path) }
        for index in path.indices where path[index] == "/" {
            let (prefix, name) = (path[..<index], path[path.index(after: index)...])
            if prefix.utf8.count <= 155, name.utf8.count <= 100 { return (String(prefix), String(name)) }
        }
        return nil
    }

    private static func octal(_ number: Int, digits: Int) -> [UInt8] {
        let text = String(number, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }
}
