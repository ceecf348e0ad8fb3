import AssayCLI
import CommandLineTool

let console = Console.standard()
let arguments = Array(CommandLine.arguments.dropFirst())
console.exit(await AssayCommand.run(arguments, console: console))
