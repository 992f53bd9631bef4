import ByteText
import Expressions
import Links
import WebAddress

/// Building what a rule's templates say.
extension Evaluator {
    /// The text of a template. Facts are percent-encoded where they are among other text; one that is alone is
    /// inserted as it is; one that is absent is empty. One that is unknown left the rule undecided before.
    func text(of template: Template, in arena: inout ByteArena) -> TextRange {
        if template.segments.count == 1, case .fact(let name) = template.segments[0] {
            return text(of: name)
        }
        let mark = arena.count
        for segment in template.segments {
            switch segment {
            case .literal(let literal): arena.append(literal)
            case .fact(let name): PercentCoding.encodeComponent(text(of: name), in: &arena)
            }
        }
        return arena.piece(from: mark)
    }

    private func text(of name: FactName) -> TextRange {
        guard case .text(let text) = fact(name) else { return .empty }
        return text
    }

    /// The address that a template makes for a click.
    func address(
        of template: Template, _ click: borrowing Click, in arena: inout ByteArena
    ) throws(LinkFault) -> WebAddress {
        try address(of: template, site: click.link.site, in: &arena)
    }

    /// The address that a template makes, held against the site's policy like every other.
    func address(of template: Template, site: Int, in arena: inout ByteArena) throws(LinkFault) -> WebAddress {
        let text = text(of: template, in: &arena)
        let address: WebAddress
        do { address = try WebAddress.parse(text, in: &arena) } catch { throw LinkFault(error) }
        guard allows(address, site: site, in: &arena) else { throw LinkFault(.urlPatternMismatch) }
        try checkActions(in: address, site: site, in: &arena)
        return address
    }
}
