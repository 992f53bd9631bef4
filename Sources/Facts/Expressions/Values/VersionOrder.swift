/// The order of two version names.
///
/// Versions consist of numbers separated by full stops, compared number by number: `1.10` is after `1.9`. Missing numbers are 0,
/// and numbers may have any length. A suffix after `-` is a pre-release and comes before the release, ordered according to
/// https://semver.org, section 11. A suffix after `+` is build metadata and is ignored.
public enum VersionOrder: Int8, Sendable {
    case less = -1
    case equal = 0
    case greater = 1

    /// Compares two versions; `nil` if either is not a version. Does not allocate.
    public static func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> VersionOrder? {
        guard let leftParts = VersionParts(left), let rightParts = VersionParts(right) else { return nil }
        let release = compareNumbers(left, leftParts.numbers, right, rightParts.numbers)
        guard release == .equal else { return release }
        return comparePreReleases(left, leftParts.preRelease, right, rightParts.preRelease)
    }

    /// Whether the bytes are a version.
    public static func isVersion(_ bytes: Span<UInt8>) -> Bool { VersionParts(bytes) != nil }

    private static func compareNumbers(
        _ left: Span<UInt8>, _ leftPart: Range<Int>, _ right: Span<UInt8>, _ rightPart: Range<Int>
    ) -> VersionOrder {
        var i = leftPart.lowerBound
        var j = rightPart.lowerBound
        while i < leftPart.upperBound || j < rightPart.upperBound {
            let order = compareDigits(
                left, component(left, &i, leftPart.upperBound), right, component(right, &j, rightPart.upperBound))
            guard order == .equal else { return order }
        }
        return .equal
    }

    /// A version without a pre-release comes after all those with one; pre-releases are compared identifier by identifier.
    private static func comparePreReleases(
        _ left: Span<UInt8>, _ leftPart: Range<Int>, _ right: Span<UInt8>, _ rightPart: Range<Int>
    ) -> VersionOrder {
        if leftPart.isEmpty || rightPart.isEmpty {
            return leftPart.isEmpty == rightPart.isEmpty ? .equal : leftPart.isEmpty ? .greater : .less
        }
        var i = leftPart.lowerBound
        var j = rightPart.lowerBound
        while i < leftPart.upperBound, j < rightPart.upperBound {
            let order = compareIdentifiers(
                left, component(left, &i, leftPart.upperBound), right, component(right, &j, rightPart.upperBound))
            guard order == .equal else { return order }
        }
        return of(leftPart.upperBound - i, rightPart.upperBound - j)
    }

    /// The component up to the next full stop; moves `index` after it. Empty at the end.
    private static func component(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Range<Int> {
        let start = index
        while index < end, bytes[index] != 0x2E { index += 1 }
        let piece = start..<index
        if index < end { index += 1 }
        return piece
    }

    /// Compares numbers of any length: without leading zeros the longer one is greater. An empty range counts as 0.
    private static func compareDigits(
        _ left: Span<UInt8>, _ leftDigits: Range<Int>, _ right: Span<UInt8>, _ rightDigits: Range<Int>
    ) -> VersionOrder {
        var i = leftDigits.lowerBound
        var j = rightDigits.lowerBound
        while i < leftDigits.upperBound, left[i] == 0x30 { i += 1 }
        while j < rightDigits.upperBound, right[j] == 0x30 { j += 1 }
        let lengths = of(leftDigits.upperBound - i, rightDigits.upperBound - j)
        guard lengths == .equal else { return lengths }
        return compareBytes(left, i..<leftDigits.upperBound, right, j..<rightDigits.upperBound)
    }

    /// Numbers come before words. Numbers are compared by value, words by their bytes.
    private static func compareIdentifiers(
        _ left: Span<UInt8>, _ leftPart: Range<Int>, _ right: Span<UInt8>, _ rightPart: Range<Int>
    ) -> VersionOrder {
        switch (isNumber(left, leftPart), isNumber(right, rightPart)) {
        case (true, true): compareDigits(left, leftPart, right, rightPart)
        case (true, false): .less
        case (false, true): .greater
        case (false, false): compareBytes(left, leftPart, right, rightPart)
        }
    }

    private static func isNumber(_ bytes: Span<UInt8>, _ part: Range<Int>) -> Bool {
        for index in part where bytes[index] &- 0x30 > 9 { return false }
        return true
    }

    private static func compareBytes(
        _ left: Span<UInt8>, _ leftPart: Range<Int>, _ right: Span<UInt8>, _ rightPart: Range<Int>
    ) -> VersionOrder {
        var i = leftPart.lowerBound
        var j = rightPart.lowerBound
        while i < leftPart.upperBound, j < rightPart.upperBound {
            if left[i] != right[j] { return left[i] < right[j] ? .less : .greater }
            i += 1
            j += 1
        }
        return of(leftPart.upperBound - i, rightPart.upperBound - j)
    }

    private static func of(_ left: Int, _ right: Int) -> VersionOrder {
        left == right ? .equal : left < right ? .less : .greater
    }
}

/// The ranges of a version's numbers and pre-release. `nil` if it is not a valid version.
private struct VersionParts {
    var numbers: Range<Int>
    /// Empty if there is none.
    var preRelease: Range<Int>

    init?(_ bytes: Span<UInt8>) {
        var index = 0
        var digits = 0
        while index < bytes.count, bytes[index] != 0x2D, bytes[index] != 0x2B {
            if bytes[index] == 0x2E {
                guard digits > 0 else { return nil }
                digits = 0
            } else {
                guard bytes[index] &- 0x30 < 10 else { return nil }
                digits += 1
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        numbers = 0..<index
        preRelease = index..<index
        if index < bytes.count, bytes[index] == 0x2D {
            guard let end = VersionParts.endOfIdentifiers(bytes, from: index + 1) else { return nil }
            preRelease = index + 1..<end
            index = end
        }
        guard index < bytes.count else { return }
        guard bytes[index] == 0x2B, VersionParts.endOfIdentifiers(bytes, from: index + 1) == bytes.count else {
            return nil
        }
    }

    /// Non-empty identifiers of letters, digits and hyphens, separated by full stops. Ends at `+` or at the end.
    private static func endOfIdentifiers(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        var length = 0
        while index < bytes.count, bytes[index] != 0x2B {
            let byte = bytes[index]
            if byte == 0x2E {
                guard length > 0 else { return nil }
                length = 0
            } else {
                guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D else { return nil }
                length += 1
            }
            index += 1
        }
        return length > 0 ? index : nil
    }
}

/// The result of `version("1.10")`: a validated version name.
public struct VersionNumber: Sendable, CustomStringConvertible {
    /// The name as written.
    public let description: String

    /// Validates a name; `nil` if it is not a version (``VersionOrder``).
    public init?(_ name: String) {
        guard VersionOrder.isVersion(Array(name.utf8).span) else { return nil }
        description = name
    }

    /// Compares with another version: `1.0` and `1` are equal.
    public func compare(_ other: VersionNumber) -> VersionOrder {
        // Both were validated when created.
        VersionOrder.compare(Array(description.utf8).span, Array(other.description.utf8).span) ?? .equal
    }
}
