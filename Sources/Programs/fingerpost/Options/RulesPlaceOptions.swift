import ArgumentParser

/// The rules directory, given as an argument or by `--rules` as in other commands.
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

    /// The given path, or `nil` for the default.
    var path: String? { directory ?? option.rules }
}
