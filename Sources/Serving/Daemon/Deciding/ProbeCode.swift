import ByteText
import Routing

/// The codes that `fingerpost doctor` asks for. No link has one, so a refusal of one is no person's click: it is logged and not
/// counted.
///
/// Anybody may ask for such a code. It leads nowhere, unless a link was created with it, and then its clicks are counted.
public enum ProbeCode {
    /// What they begin with.
    public static let prefix = "fingerpost-doctor-"
    static let mark: StaticString = "/fingerpost-doctor-"
}

extension Decider {
    /// Whether the click was refused because its link, which is unknown, is one that `fingerpost doctor` asks for.
    func isProbe(_ decision: Decision) -> Bool {
        decision.isOfUnknownLink && ProbeCode.isIn(arena[request.link])
    }
}

extension ProbeCode {
    /// Whether the last part of a link's path is such a code.
    static func isIn(_ link: Span<UInt8>) -> Bool {
        let end = link.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#")) ?? link.count
        var start = end
        while start > 0, link[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return start > 0 && link.extracting((start - 1)..<end).starts(with: mark)
    }
}
