import ByteText

/// The types of operators (language definition, "Standard definitions").
extension Checker {
    mutating func unary(_ operation: UnaryOperator, _ operand: Node.ID, _ id: Node.ID) -> CELType {
        switch operation {
        case .not:
            expect(.bool, operand, "`!` needs a bool")
            return .bool
        case .negate:
            let type = type(of: operand)
            if type != .int, type != .double, type != .dyn {
                diagnostics.error(tree[id].range, "`-` can't be applied to \(type)", expected: "int or double")
            }
            return type
        }
    }

    mutating func binary(_ operation: BinaryOperator, _ left: Node.ID, _ right: Node.ID, _ id: Node.ID) -> CELType {
        let types = (type(of: left), type(of: right))
        switch operation {
        case .equal, .notEqual:
            if !types.0.fits(types.1) { reportOperands(operation, types, id) }
            checkWords(left, right)
            checkWords(right, left)
            return .bool
        case .in:
            checkMembership(types, id)
            checkWordList(left, right)
            return .bool
        case .less, .lessEqual, .greater, .greaterEqual:
            let fits = types.0.isOrdered && types.0.fits(types.1) || types.0.isNumber && types.1.isNumber
            if !fits || !types.1.isOrdered { reportOperands(operation, types, id) }
            checkVersions(operation, left, right, id)
            return .bool
        case .add, .subtract, .multiply, .divide, .remainder:
            guard let type = Checker.arithmetic(operation, types.0, types.1) else {
                reportOperands(operation, types, id)
                return .dyn
            }
            return type
        }
    }

    private mutating func reportOperands(_ operation: BinaryOperator, _ types: (CELType, CELType), _ id: Node.ID) {
        let isHalfVersion = (types.0 == .version) != (types.1 == .version)
        diagnostics.error(
            tree[id].range, "`\(operation.rawValue)` can't be applied to \(types.0) and \(types.1)",
            hint: isHalfVersion ? "use version(\"…\") on both sides" : nil)
    }

    /// The result type of an arithmetic operator; `nil` if it does not support the operand types.
    private static func arithmetic(_ operation: BinaryOperator, _ left: CELType, _ right: CELType) -> CELType? {
        if left == .dyn || right == .dyn { return .dyn }
        switch (operation, left, right) {
        case (.add, .string, .string), (.add, .bytes, .bytes): return left
        case (.add, .list, .list): return left.fits(right) ? left.joined(with: right) : nil
        case (.add, .timestamp, .duration), (.add, .duration, .timestamp), (.subtract, .timestamp, .duration):
            return .timestamp
        case (.add, .duration, .duration), (.subtract, .duration, .duration), (.subtract, .timestamp, .timestamp):
            return .duration
        case (.remainder, .double, _): return nil
        default: return left.isNumber && left == right ? left : nil
        }
    }

    private mutating func checkMembership(_ types: (CELType, CELType), _ id: Node.ID) {
        switch types.1 {
        case .dyn: break
        case .list(let element): if !types.0.fits(element) { reportOperands(.in, types, id) }
        case .map(let key, _): if !types.0.fits(key) { reportOperands(.in, types, id) }
        default: diagnostics.error(tree[id].range, "`in` needs a list or a map, not \(types.1)")
        }
    }

    // MARK: - Checks based on fact declarations

    private func declaration(_ id: Node.ID) -> FactSchema.Declaration? {
        guard case .input(let index) = tree[id].form else { return nil }
        return scope.declarations[index]
    }

    /// Reports a word that is not in a fact's enumeration. It can never match, so it is certainly a mistake.
    private mutating func checkWords(_ fact: Node.ID, _ literal: Node.ID) {
        guard let declaration = declaration(fact), case .symbols(let words) = declaration.type,
            case .constant(.string(let word)) = tree[literal].form, !words.contains(word)
        else { return }
        diagnostics.error(
            tree[literal].range, "`\(declaration.name)` is never \(quoted(word))",
            expected: "one of \(words.map(quoted).joined(separator: ", "))",
            hint: FactWords.hint(for: word, among: words))
    }

    private mutating func checkWordList(_ fact: Node.ID, _ list: Node.ID) {
        guard case .list(let items) = tree[list].form else { return }
        for item in items { checkWords(fact, item) }
    }

    /// Reports a comparison as text, in which "1.9" < "1.10" is false.
    private mutating func checkVersions(_ operation: BinaryOperator, _ left: Node.ID, _ right: Node.ID, _ id: Node.ID) {
        for side in [left, right] {
            guard let declaration = declaration(side), case .version = declaration.type else { continue }
            diagnostics.error(
                tree[id].range, "`\(declaration.name)` would be compared character by character",
                hint: "use version(\(declaration.name)) \(operation.rawValue) version(\"…\")")
            return
        }
    }
}
