import AssayCLI
import CommandLineTool
import Glibc
import TestSupport
import Testing

struct ManualPageTests {
    /// One of every element that articles use.
    private static let article = Article(
        "PostOffices",
        """
        # Post offices

        Say where letters are taken.

        ## "Its" hours

        An office is *open* when `flag: up` holds, and **`door`** is not shut; see <doc:Letters>,
        [the law](https://law.example.com) and [rules/post.txt](../../../rules/post.txt).

        ```sh
        post open --hours '9-5'

        .end
        ```

        ### Days

        - Monday \\ Friday
          and Sunday
        - .never

        1. First.

        | Day | Hours |
        |---|---|
        | Monday | `9\\|5` |
        | Sunday | |

        """,
        besides: []
    )

    private static let letters = Article(
        "Letters",
        "# Letters\n\nWrite letters.\n",
        besides: ["letters"]
    )

    @Test("The topic of an article derives from its name, unless a command has that name")
    func topics() {
        #expect(Self.article.topic == "post-offices")
        #expect(Self.letters.topic == "letters-guide")
        #expect(Self.article.abstract == "Say where letters are taken.")
    }

    @Test("The page of an article has the content of the article in man format")
    func article() throws {
        let pages = ManualPage.all(of: SampleCommand.root, and: [Self.article, Self.letters])
        let page = try #require(pages.first { $0.name == "post-post-offices" })
        #expect(page.path == "man7/post-post-offices.7")
        #expect(
            page.text == #"""
                '\" t
                .TH POST-POST-OFFICES 7 "" "assay \#(Version.number)" "Assay"
                .nh
                .ad l
                .SH NAME
                post\-post\-offices \- Say where letters are taken
                .SH "\(dqITS\(dq HOURS"
                An office is \fIopen\fR when \fBflag: up\fR holds, and \fB\fBdoor\fB\fR is not shut; see \fBpost\-letters\-guide\fR(7), the law (https://law.example.com) and rules/post.txt.
                .PP
                .RS 4
                .nf
                post open \-\-hours \(aq9\-5\(aq

                \&.end
                .fi
                .RE
                .SS "Days"
                .IP \(bu 3
                Monday \e Friday and Sunday
                .IP \(bu 3
                \&.never
                .IP 1. 3
                First.
                .PP
                .TS
                lB lB
                l lx.
                T{
                Day
                T}	T{
                Hours
                T}
                T{
                Monday
                T}	T{
                \fB9|5\fR
                T}
                T{
                Sunday
                T}	T{
                \&
                T}
                .TE

                """#
        )
    }

    @Test("The page of a command has the content of its help")
    func command() throws {
        let pages = ManualPage.all(of: SampleCommand.root, and: [])
        #expect(pages.map(\.path) == ["man1/post.1", "man1/post-send.1", "man1/post-open.1"])
        #expect(
            pages[1].text == #"""
                '\" t
                .TH POST-SEND 1 "" "assay \#(Version.number)" "Assay"
                .nh
                .ad l
                .SH NAME
                post\-send \- Send letters
                .SH "SYNOPSIS"
                \fBpost send\fR [OPTION]... OFFICE [LETTER...]
                .SH "DESCRIPTION"
                Send letters.
                .PP
                Letters are sent in the order in which they are named.
                .SH "ARGUMENTS"
                .TP
                \fIOFFICE\fR
                Where to send from.
                .TP
                \fILETTER\fR
                What to send. (repeatable)
                .SH "OPTIONS"
                .SS "Postage"
                .TP
                \fB\-w\fR, \fB\-\-weight\fR \fIGRAMS\fR
                How heavy a letter may be, in grams; one that is heavier comes back. (default: 20)
                .TP
                \fB\-\-class\fR \fICLASS\fR
                How fast. (values: first, second)
                .TP
                \fB\-\-stamp\-with\-picture\fR \fIPICTURE\fR
                What is on it. (repeatable)
                .SS "Handling"
                .TP
                \fB\-f\fR, \fB\-\-fragile\fR
                Carry with care.
                .TP
                \fB\-r\fR, \fB\-\-registered\fR
                Ask for a name.
                .TP
                \fB\-\-[no\-]insure\fR
                Insure it.
                .SS "Other"
                .TP
                \fB\-h\fR, \fB\-\-help\fR
                Print this text and exit.
                .SH "EXAMPLES"
                .TP
                \fBpost send bonn letter.txt\fR
                Send one letter.
                .SH "EXIT STATUS"
                .TP
                \fB0\fR
                everything passed
                .TP
                \fB130\fR
                interrupted; the results so far are written
                .SH "SEE ALSO"
                \fBpost\fR(1), \fBpost\-letters\-guide\fR(7), \fBpost\-post\-offices\fR(7)

                """#
        )
    }

    @Test(
        "groff reports no warnings for any page of the program",
        .enabled(if: access("/usr/bin/groff", X_OK) == 0)
    )
    func groff() throws {
        let folder = try TemporaryDirectory()
        let pages = ManualPage.all(of: AssayCommand.specification, and: AssayCommand.articles)
        #expect(pages.count > 30)
        for page in pages {
            let file = try folder.write(Array(page.text.utf8), to: page.name)
            // Code in a narrow column cannot be wrapped.
            let words = [
                "-t", "-K", "utf8", "-T", "utf8", "-man", "-ww", "-W", "break", "-z", file,
            ]
            let process = try ChildProcess("/usr/bin/groff", words)
            #expect(process.errors == "", "\(page.name)")
            #expect(process.ending == .exited(0))
        }
    }

    @Test("make install installs the program, its pages, its completions and the contracts")
    func install() async throws {
        let folder = try TemporaryDirectory()
        let root = folder.file("root")
        let script = """
            cd '\(PackageRoot.path)'
            make --no-print-directory --silent -o standalone install BINARY='\(builtProgram)' \
                DESTDIR='\(root)' PREFIX=/usr > /dev/null
            cd '\(root)/usr'
            bin/assay help contract-format | head -n 1
            ls share/man/man1/assay.1 share/man/man1/assay-verify.1 share/man/man1/assay-history-list.1
            ls share/man/man7/assay-contract-format.7 share/man/man7/assay-load-guide.7
            ls share/bash-completion/completions/assay share/assay/contracts/ncmb/push.yaml
            head -n 6 share/man/man1/assay-verify.1 | tail -n 1
            rm -rf '\(root)'
            """
        let run = try await RunningProgram(["-euc", script], program: "/bin/bash").end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(
            run.output == """
                Contract files
                share/man/man1/assay-history-list.1
                share/man/man1/assay-verify.1
                share/man/man1/assay.1
                share/man/man7/assay-contract-format.7
                share/man/man7/assay-load-guide.7
                share/assay/contracts/ncmb/push.yaml
                share/bash-completion/completions/assay
                assay\\-verify \\- Replay contracts against a server and check every promise

                """
        )
    }

    @Test("If pages cannot be written, the reason is given")
    func unwritable() throws {
        let process = try ChildProcess(builtProgram, ["help", "--man-pages", "/dev/null"])
        #expect(
            process.errors
                == "assay help: cannot write /dev/null/man1/assay.1: Not a directory\n"
        )
        #expect(process.ending == .exited(2))
    }

    @Test("On a terminal an article is wrapped, tables are aligned and headings are bold")
    func text() {
        #expect(
            Self.article.text(width: 44, isStyled: false, topics: ["Letters": "letters-guide"])
                == """
                Post offices

                  Say where letters are taken.

                "Its" hours

                  An office is open when `flag: up` holds,
                  and `door` is not shut; see "assay help
                  letters-guide", the law
                  (https://law.example.com) and
                  rules/post.txt.

                    post open --hours '9-5'

                    .end

                Days

                  - Monday \\ Friday and Sunday
                  - .never

                  1. First.

                  Day     Hours
                  ------  -----
                  Monday  `9|5`
                  Sunday

                """
        )
        let styled = Self.letters.text(width: 44, isStyled: true, topics: [:])
        #expect(styled == "\u{1B}[1mLetters\u{1B}[0m\n\n  Write letters.\n")
    }

    @Test(
        "No article shows leftover Markdown markup",
        arguments: AssayCommand.articles.map(\.topic)
    )
    func marks(topic: String) throws {
        let article = try #require(AssayCommand.articles.first { $0.topic == topic })
        let text = article.text(width: 80, isStyled: false, topics: [:])
        for line in text.split(separator: "\n") where !line.hasPrefix("    ") {
            for mark in ["**", "](", "<doc:"] { #expect(!line.contains(mark), "\(line)") }
        }
        #expect(article.abstract.hasSuffix("."))
        #expect(article.abstract.count <= 90, "\(article.abstract)")
    }
}
