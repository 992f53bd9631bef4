import ArgumentParser

/// The rules directory, named by itself or by `--rules` as everywhere else.
struct RulesPlaceOptions: ParsableArguments {
    @Argument(
        help: "The rules directory (default: rules, or /etc/fingerpost/rules).", completion: .directory)
    var directory: String?

    @OptionGroup var option: RulesOption

    func validate() throws {
        if let directory, let rules = option.rules {
            throw ValidationError("the rules directory is given twice: \(directory), and --rules \(rules)")
        }
    }

    /// What was named; nil for the usual place.
    var path: String? { directory ?? option.rules }
}
