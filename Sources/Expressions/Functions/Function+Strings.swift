extension Function {
    func callStrings(_ operands: [CELValue]) throws(CELError) -> CELValue? { nil }
}
