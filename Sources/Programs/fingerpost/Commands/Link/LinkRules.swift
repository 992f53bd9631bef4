import ByteText
import LinkCatalog
import Links
import LinkStore
import Routing
import ServiceFiles
import Terminal

/// Checks links against the rules on the command line.
enum LinkRules {
    static func checker(_ rules: RulesOption) throws -> LinkChecker {
        LinkChecker(try Evaluator(rules.ruleSet()))
    }

    /// Runs a closure that may refuse a link. A refusal ends the program with exit code 1 and the reason.
    static func orRefuse<Value>(_ body: () throws(ShortLinkFault) -> Value) throws -> Value {
        do throws(ShortLinkFault) { return try body() } catch { throw Refusal(error.message) }
    }

    /// Prints warnings about a created or changed link.
    static func say(_ warnings: [ShortLinkWarning], _ more: [String] = []) {
        for line in warnings.map(\.line) + more { Output.error("warning: \(line)") }
    }

    /// Runs a closure that uses the store. An error ends the program with its reason.
    static func orFail<Value>(_ body: () throws(StoreError) -> Value) throws -> Value {
        do throws(StoreError) { return try body() } catch {
            if error.isRefusal { throw Refusal(error.description) }
            throw Failure(error.description)
        }
    }

    /// The key of a short link as users write it.
    static func key(_ link: String) throws -> LinkKey {
        let place = try orRefuse { () throws(ShortLinkFault) in try LinkFields.place(link) }
        guard let key = LinkKey(domain: place.domain, code: place.code) else {
            throw Failure("\(link): not a short link; its host must be lowercase")
        }
        return key
    }
}
