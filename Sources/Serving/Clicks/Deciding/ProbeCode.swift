import ByteText
import Routing

/// The codes that `fingerpost doctor` requests. No link has one, so refusals of them are logged but not counted as clicks.
///
/// Anyone may request such a code. It leads nowhere, unless a link was created with it; then its clicks are counted.
public enum ProbeCode {
    /// Their prefix.
    public static let prefix = "fingerpost-doctor-"
    static let mark: StaticString = "/fingerpost-doctor-"
}

extension Decider {
    /// Whether the click was refused because its unknown link has a code of `fingerpost doctor`.
    func isProbe(_ decision: Decision) -> Bool {
        decision.isOfUnknownLink && withBorrow(of: arena) { ProbeCode.isIn($0[request.link]) }
    }
}

extension ProbeCode {
    /// Whether the last part of a link's path is such a code.
    package static func isIn(_ link: Span<UInt8>) -> Bool {
        let end = link.firstIndex(of: UInt8(ascii: "?"), or: UInt8(ascii: "#")) ?? link.count
        var start = end
        while start > 0, link[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return start > 0 && link.extracting((start - 1)..<end).starts(with: mark)
    }
}
