import ByteText
import Expressions
import Links
import WebAddress

/// Expands the templates of rules.
extension Evaluator {
    /// The text of a template. Facts are percent-encoded among other text; a fact that is the whole template is
    /// inserted verbatim, and so is a path in the path of an address. Absent facts are empty. An unknown fact has
    /// already left the rule undecided.
    func text(of template: Template, in arena: inout ByteArena) -> TextRange {
        if template.segments.count == 1, case .fact(let name) = template.segments[0] {
            return text(of: name)
        }
        let mark = arena.count
        var isInPath = false
        for segment in template.segments {
            switch segment {
            case .literal(let literal):
                arena.append(literal)
                isInPath = Self.isInPath(after: literal, wasInPath: isInPath)
            // Paths come from strictly parsed addresses: they begin with a slash and are already encoded.
            case .fact(.linkPayloadPath) where isInPath: arena.append(copyOf: text(of: .linkPayloadPath))
            case .fact(.linkPath) where isInPath: arena.append(copyOf: text(of: .linkPath))
            case .fact(let name): PercentCoding.encodeComponent(text(of: name), in: &arena)
            }
        }
        return arena.piece(from: mark)
    }

    /// Whether text that follows is in the path of an address (RFC 3986, section 3.3).
    private static func isInPath(after literal: String, wasInPath: Bool) -> Bool {
        guard !literal.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return false
        }
        return wasInPath || literal.utf8.starts(with: "https://".utf8)
    }

    private func text(of name: FactName) -> TextRange {
        guard case .text(let text) = fact(name) else { return .empty }
        return text
    }

    /// The address that a template expands to, checked against the site's policy like every other.
    func address(of template: Template, site: Int, in arena: inout ByteArena) throws(LinkFault) -> WebAddress {
        let text = text(of: template, in: &arena)
        let address: WebAddress
        do { address = try WebAddress.parse(text, in: &arena) } catch { throw LinkFault(error) }
        try admit(address, parameter: template.fallback, site: site, in: &arena)
        try checkActions(in: address, site: site, in: &arena)
        return address
    }
}

extension Template {
    /// The fallback of the link that makes up the whole text. It may lead wherever a fallback may.
    fileprivate var fallback: LinkParameter? {
        guard segments.count == 1, case .fact(let name) = segments[0] else { return nil }
        return switch name {
        case .linkAFL: .afl
        case .linkIFL: .ifl
        case .linkIPFL: .ipfl
        case .linkOFL: .ofl
        default: nil
        }
    }
}
