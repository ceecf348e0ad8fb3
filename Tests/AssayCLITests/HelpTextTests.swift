import AssayCLI
import CommandLineTool
import Testing

struct HelpTextTests {
    @Test("The help of a command shows all its properties except hidden options")
    func command() {
        let text = HelpText.render(SampleCommand.send, path: "post send", width: 70)
        #expect(
            text == """
                Send letters.

                Usage: post send [OPTION]... OFFICE [LETTER...]

                Letters are sent in the order in which they are named.

                Arguments:
                  OFFICE                      Where to send from.
                  LETTER                      What to send. (repeatable)

                Postage:
                  -w, --weight GRAMS          How heavy a letter may be, in grams; one
                                              that is heavier comes back. (default:
                                              20)
                      --class CLASS           How fast. (values: first, second)
                      --stamp-with-picture PICTURE
                                              What is on it. (repeatable)

                Handling:
                  -f, --fragile               Carry with care.
                  -r, --registered            Ask for a name.
                      --[no-]insure           Insure it.

                Other:
                  -h, --help                  Print this text and exit.

                Examples:
                  post send bonn letter.txt
                      Send one letter.

                Exit status:
                  0    everything passed
                  130  interrupted; the results so far are written

                See also "post help letters-guide", "post help post-offices".

                """
        )
    }

    @Test("The help of a program lists its commands and topics")
    func program() {
        let text = HelpText.render(SampleCommand.root, path: "post", width: 80)
        #expect(
            text == """
                Carry letters.

                Usage: post [OPTION]... COMMAND

                Commands:
                  send                        Send letters.
                  open                        Open an office.

                Topics:
                  letters-guide               Write letters.

                Other:
                      --version               Print the version and exit.
                  -h, --help                  Print this text and exit.

                See "post help COMMAND" for the options of a command, "post help TOPIC" for an
                article.

                """
        )
    }

    @Test(
        "No line exceeds the width, so terminals do not break words",
        arguments: [40, 60, 80, 100, 200]
    )
    func width(width: Int) {
        for command in AssayCommand.specification.subcommands {
            let text = HelpText.render(command, path: "assay \(command.name)", width: width)
            for line in text.split(separator: "\n") {
                // A longer word has a line to itself.
                let words = line.split(separator: " ").filter { $0 != "\\" }
                #expect(line.count <= width || words.count == 1, "\(command.name): \(line)")
            }
        }
    }

    @Test("A long example continues after a backslash, and never within quotes")
    func examples() {
        let command = CommandSpecification(
            name: "send",
            abstract: "Send letters.",
            examples: [.init("post send bonn --text 'a b c d e f' --class first", "Send one.")]
        )
        let text = HelpText.render(command, path: "post send", width: 40)
        #expect(
            text.contains(
                """
                Examples:
                  post send bonn --text 'a b c d e f' \\
                      --class first
                      Send one.
                """
            ),
            "\(text)"
        )
    }

    @Test("Every command is in exactly one section of the program's help")
    func sections() {
        let root = AssayCommand.specification
        #expect(root.sections.flatMap(\.names) == root.subcommands.map(\.name))
        #expect(root.essentials.allSatisfy { root.subcommand(named: $0) != nil })
    }

    @Test("Every option of every command is explained, and no name or letter is used twice")
    func everyOption() {
        for command in AssayCommand.specification.subcommands {
            #expect(command.options.allSatisfy { $0.help.hasSuffix(".") }, "\(command.name)")
            #expect(Set(command.options.map(\.name)).count == command.options.count)
            let letters = command.options.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(command.name)")
        }
    }
}
