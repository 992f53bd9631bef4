import ByteText
import Links
import WebAddress

/// Inspecting a link never fails, a wrapped link is itself a valid link, and masking hides all secrets.
enum LinkProperties {
    static func fault(of input: Span<UInt8>) -> String? {
        var arena = ByteArena(capacity: 8 * input.count + 64)
        let link = arena.append(input)
        let inspection = LinkInspection(link, in: &arena)
        if let fault = faultOfShape(inspection) ?? faultOfPayload(inspection, in: &arena) { return fault }
        // Writing and masking cost many times as much as reading, so the input's length selects one of them.
        if input.count % 4 == 0, !isJSON(inspection, of: link, in: &arena) {
            return "the inspection is written as something else than JSON"
        }
        guard input.count % 2 == 1, let text = try? UTF8Span(validating: input) else { return nil }
        return MaskingProperties.fault(of: String(copying: text), inspection, in: &arena)
    }

    private static func faultOfShape(_ inspection: LinkInspection) -> String? {
        if inspection.fault == nil, inspection.address == nil { return "an accepted link has no address" }
        let wraps = inspection.form == .dynamicLink || inspection.form == .hostingLink
        if inspection.fault == nil, wraps != (inspection.payload != nil) { return "form and payload disagree" }
        if let action = inspection.action, !action.isComplete { return "an action is told that is not complete" }
        return nil
    }

    /// The payload is an accepted address, and wrapping it again returns it with its action.
    private static func faultOfPayload(_ inspection: LinkInspection, in arena: inout ByteArena) -> String? {
        guard let payload = inspection.payload else { return nil }
        let mark = arena.count
        guard let again = try? WebAddress.parse(payload, in: &arena), again.text == payload, arena.count == mark else {
            return "the payload is not accepted as it is"
        }
        let wrapped = QueryParameters.wrap(payload, in: &arena)
        let start = arena.count
        arena.append("https://a.page.link/?link=")
        for offset in wrapped.indices { arena.append(arena[offset]) }
        let link = arena.piece(from: start)
        guard link.count <= WebAddress.longestText else { return nil }
        let other = LinkInspection(link, in: &arena)
        guard other.form == .dynamicLink, let otherPayload = other.payload,
            arena[otherPayload].equals(arena[payload])
        else { return "the payload is another one after wrapping it again" }
        guard inspection.fault == nil else { return nil }
        return isSame(inspection.action, other.action, in: arena)
            ? nil : "the action is another one after wrapping again"
    }

    private static func isSame(_ left: ActionLink?, _ right: ActionLink?, in arena: borrowing ByteArena) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard left.mode == right.mode else { return false }
        return isSame(left.oobCode, right.oobCode, in: arena) && isSame(left.apiKey, right.apiKey, in: arena)
            && isSame(left.continueURL, right.continueURL, in: arena)
    }

    private static func isSame(_ left: TextRange?, _ right: TextRange?, in arena: borrowing ByteArena) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return arena[left].equals(arena[right])
    }

    private static func isJSON(
        _ inspection: LinkInspection, of link: TextRange, in arena: inout ByteArena
    ) -> Bool {
        var output: [UInt8] = []
        JSONWriter.append(to: &output) { writer in inspection.write(link, in: &arena, to: &writer) }
        return (try? JSONValue(parsing: output.span)) != nil
    }
}
