import ByteText
import Devices
import Links
import LogFormats
import Routing

/// The meaning of a part's counts: the version of the format, and the words that index them.
enum PartLayout {
    /// Of the format. Any change to it is a new version.
    static let version = 4

    /// A hash of all words: parts from programs that count by other words can't be added.
    static let words: String = {
        var text = DecisionKind.allCases.map(\.rawValue) + Page.allCases.map(\.rawValue)
        text += (Platform.names + InApp.names + BotKind.names + Warnings.names).map(\.description)
        text += LinkFault.Code.allCases.map(\.name.description) + LineFault.allCases.map(\.name.description)
        text += Bypass.allCases.map(\.name.description) + DecisionDifference.names
        text += [LinkCounts.exactLimit, LinkCounts.sampleLimit, HourTable.limit, RulePairs.limit, ShadowSums.limit].map(
            String.init)
        let joined = Array(text.joined(separator: " ").utf8)
        return Hexadecimal.text((0..<8).map { UInt8(truncatingIfNeeded: StableHash.hash(joined.span) >> (8 * $0)) })
    }()
}

/// Why a part can't be read.
public enum PartFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// It is something else.
    case noPart
    /// The end is missing.
    case cutOff
    /// Its check does not fit, or what is in it makes no sense.
    case damaged
    /// Another version of the program made it.
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
