/// An overload of a function: its parameter types and its result type.
struct Signature: Sendable {
    var function: Function
    /// Whether it is a method, called on its first argument: `text.size()`.
    var isMember: Bool
    var parameters: [CELType]
    var result: CELType

    /// All signatures, by function.
    static let all: [Function: [Signature]] = {
        let signatures = declarations.split(separator: "\n").filter { !$0.isEmpty }.map { SignatureReader.read($0) }
        return Dictionary(grouping: signatures, by: \.function)
    }()

    /// The overloads that match a call's form, regardless of types.
    static func candidates(_ function: Function, isMember: Bool, count: Int) -> [Signature] {
        (all[function] ?? []).filter { $0.isMember == isMember && $0.parameters.count == count }
    }

    /// Signatures in the notation of CEL's documentation; capital letters are type parameters.
    private static let declarations = """
        size(string) -> int
        size(bytes) -> int
        size(list(A)) -> int
        size(map(A, B)) -> int
        string.size() -> int
        bytes.size() -> int
        list(A).size() -> int
        map(A, B).size() -> int
        string.contains(string) -> bool
        string.startsWith(string) -> bool
        string.endsWith(string) -> bool
        matches(string, string) -> bool
        string.matches(string) -> bool
        dyn(A) -> dyn
        type(A) -> type
        bool(bool) -> bool
        bool(string) -> bool
        int(int) -> int
        int(uint) -> int
        int(double) -> int
        int(string) -> int
        int(timestamp) -> int
        uint(uint) -> uint
        uint(int) -> uint
        uint(double) -> uint
        uint(string) -> uint
        double(double) -> double
        double(int) -> double
        double(uint) -> double
        double(string) -> double
        string(string) -> string
        string(bool) -> string
        string(int) -> string
        string(uint) -> string
        string(double) -> string
        string(bytes) -> string
        string(timestamp) -> string
        string(duration) -> string
        string(net.IP) -> string
        string(net.CIDR) -> string
        string(version) -> string
        bytes(bytes) -> bytes
        bytes(string) -> bytes
        timestamp(timestamp) -> timestamp
        timestamp(string) -> timestamp
        timestamp(int) -> timestamp
        duration(duration) -> duration
        duration(string) -> duration
        timestamp.getFullYear() -> int
        timestamp.getFullYear(string) -> int
        timestamp.getMonth() -> int
        timestamp.getMonth(string) -> int
        timestamp.getDate() -> int
        timestamp.getDate(string) -> int
        timestamp.getDayOfMonth() -> int
        timestamp.getDayOfMonth(string) -> int
        timestamp.getDayOfWeek() -> int
        timestamp.getDayOfWeek(string) -> int
        timestamp.getDayOfYear() -> int
        timestamp.getDayOfYear(string) -> int
        timestamp.getHours() -> int
        timestamp.getHours(string) -> int
        duration.getHours() -> int
        timestamp.getMinutes() -> int
        timestamp.getMinutes(string) -> int
        duration.getMinutes() -> int
        timestamp.getSeconds() -> int
        timestamp.getSeconds(string) -> int
        duration.getSeconds() -> int
        timestamp.getMilliseconds() -> int
        timestamp.getMilliseconds(string) -> int
        duration.getMilliseconds() -> int
        string.charAt(int) -> string
        string.indexOf(string) -> int
        string.indexOf(string, int) -> int
        string.lastIndexOf(string) -> int
        string.lastIndexOf(string, int) -> int
        string.lowerAscii() -> string
        string.upperAscii() -> string
        string.replace(string, string) -> string
        string.replace(string, string, int) -> string
        string.split(string) -> list(string)
        string.split(string, int) -> list(string)
        string.substring(int) -> string
        string.substring(int, int) -> string
        string.trim() -> string
        string.reverse() -> string
        string.format(list(dyn)) -> string
        list(string).join() -> string
        list(string).join(string) -> string
        strings.quote(string) -> string
        ip(string) -> net.IP
        net.CIDR.ip() -> net.IP
        isIP(string) -> bool
        ip.isCanonical(string) -> bool
        net.IP.family() -> int
        net.IP.isUnspecified() -> bool
        net.IP.isLoopback() -> bool
        net.IP.isGlobalUnicast() -> bool
        net.IP.isLinkLocalUnicast() -> bool
        net.IP.isLinkLocalMulticast() -> bool
        cidr(string) -> net.CIDR
        isCIDR(string) -> bool
        net.CIDR.containsIP(net.IP) -> bool
        net.CIDR.containsIP(string) -> bool
        net.CIDR.containsCIDR(net.CIDR) -> bool
        net.CIDR.containsCIDR(string) -> bool
        net.CIDR.prefixLength() -> int
        net.CIDR.masked() -> net.CIDR
        version(string) -> version
        version(version) -> version
        bucket(string, string) -> int
        """
}

/// Parses one line of ``Signature/declarations``. Traps on errors, since the declarations are part of the program.
private struct SignatureReader {
    static func read(_ line: Substring) -> Signature {
        guard let arrow = line.firstRange(of: " -> "), let end = line[..<arrow.lowerBound].lastIndex(of: ")"),
            let open = opening(of: end, in: line)
        else { preconditionFailure("a signature without parentheses: \(line)") }
        let callee = line[..<open]
        var parameters = list(line[line.index(after: open)..<end])
        var isMember = false
        var name = callee
        if Function(rawValue: String(callee)) == nil {
            guard let dot = callee.lastIndex(of: ".") else { preconditionFailure("an unknown function: \(line)") }
            isMember = true
            parameters.insert(type(callee[..<dot]), at: 0)
            name = callee[callee.index(after: dot)...]
        }
        guard let function = Function(rawValue: String(name)) else {
            preconditionFailure("an unknown function: \(line)")
        }
        return Signature(
            function: function, isMember: isMember, parameters: parameters, result: type(line[arrow.upperBound...]))
    }

    /// The parenthesis that matches the one at `end`.
    private static func opening(of end: Substring.Index, in line: Substring) -> Substring.Index? {
        var depth = 0
        return line[...end].indices.reversed().first { index in
            depth += line[index] == ")" ? 1 : line[index] == "(" ? -1 : 0
            return depth == 0
        }
    }

    /// Comma-separated types. None of the declared ones nests a map.
    private static func list(_ text: Substring) -> [CELType] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var depth = 0
        for index in text.indices {
            depth += text[index] == "(" ? 1 : text[index] == ")" ? -1 : 0
            if text[index] == ",", depth == 0 {
                pieces.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        if start < text.endIndex { pieces.append(text[start...]) }
        return pieces.map { type($0.drop { $0 == " " }) }
    }

    private static let plain: [Substring: CELType] = [
        "dyn": .dyn, "null_type": .null, "bool": .bool, "int": .int, "uint": .uint, "double": .double,
        "string": .string, "bytes": .bytes, "timestamp": .timestamp, "duration": .duration, "type": .type,
    ]

    private static func type(_ text: Substring) -> CELType {
        if let plain = plain[text] { return plain }
        if text.hasPrefix("list("), text.hasSuffix(")") { return .list(list(text.dropFirst(5).dropLast())[0]) }
        if text.hasPrefix("map("), text.hasSuffix(")") {
            let types = list(text.dropFirst(4).dropLast())
            return .map(types[0], types[1])
        }
        return text.count == 1 ? .parameter(String(text)) : .opaque(String(text))
    }
}

extension Substring {
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
    }
}
