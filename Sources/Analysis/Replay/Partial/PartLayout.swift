import ByteText
import Devices
import Links
import LogFormats
import Routing

/// The meaning of the counts in a part: the format version, and the names that index them.
enum PartLayout {
    /// The format version, increased with every change of the format.
    static let version = 5

    /// A hash of all index names. Parts whose counts have other indices can't be added.
    static let words: String = {
        var text = DecisionKind.allCases.map(\.rawValue) + Page.allCases.map(\.rawValue)
        text += (Platform.names + InApp.names + Browser.names + BotKind.names + Warnings.names).map(\.description)
        text += LinkFault.Code.allCases.map(\.name.description) + LineFault.allCases.map(\.name.description)
        text += (Bypass.allCases.map(\.name) + Omission.allCases.map(\.name)).map(\.description)
        text += DecisionDifference.names
        text += [LinkCounts.exactLimit, LinkCounts.sampleLimit, HourTable.limit, RulePairs.limit, ShadowSums.limit].map(
            String.init)
        let joined = Array(text.joined(separator: " ").utf8)
        return Hexadecimal.text((0..<8).map { UInt8(truncatingIfNeeded: StableHash.hash(joined.span) >> (8 * $0)) })
    }()
}

/// The reason why a part can't be read.
public enum PartFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The input is not a part.
    case noPart
    /// The end is missing.
    case cutOff
    /// The checksum does not match, or the content is inconsistent.
    case damaged
    /// Another program version wrote it.
    case otherVersion

    public var description: String {
        switch self {
        case .noPart: "not a part written by `replay --partial`"
        case .cutOff: "the part is truncated"
        case .damaged: "the part is damaged: its checksum does not match"
        case .otherVersion: "the part was written by another version of fingerpost"
        }
    }
}
