import ArgumentParser

/// `--force`, shared by all commands that write files.
struct ForceOption: ParsableArguments {
    @Flag(help: "Replace a file that exists.")
    var force = false
}
