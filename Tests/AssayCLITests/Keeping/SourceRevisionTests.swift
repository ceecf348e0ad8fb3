@testable import CommandLineTool
import TestSupport
import Testing

@testable import AssayCLI

struct SourceRevisionTests {
    @Test(
        "CI servers provide the branch and the commit, GitHub also those of a pull request",
        arguments: [
            (
                [
                    "GITHUB_REF_NAME": "12/merge", "GITHUB_HEAD_REF": "topic",
                    "GITHUB_SHA": "c0ffee",
                ],
                "topic"
            ),
            (["GITHUB_REF_NAME": "main", "GITHUB_HEAD_REF": "", "GITHUB_SHA": "c0ffee"], "main"),
            (["CI_COMMIT_REF_NAME": "main", "CI_COMMIT_SHA": "c0ffee"], "main"),
        ] as [([String: String], String)]
    )
    func environment(variables: [String: String], branch: String) {
        let source = SourceRevision.current(Environment(variables), folder: "/nowhere")
        #expect(source == SourceRevision(branch: branch, revision: "c0ffee"))
    }

    @Test("Without CI, Git's files provide them, in a linked working tree too")
    func repository() throws {
        let (tree, repository) = (try TemporaryDirectory(), try TemporaryDirectory())
        try tree.write(Array("gitdir: \(repository.path)\n".utf8), to: ".git")
        try repository.write(Array("ref: refs/heads/topic/a\n".utf8), to: "HEAD")
        try repository.write(
            Array("# pack-refs\nc0ffee refs/heads/topic/a\n".utf8),
            to: "packed-refs"
        )
        func current(_ variables: [String: String]) -> SourceRevision {
            SourceRevision.current(Environment(variables), folder: tree.path + "/deep/below")
        }
        #expect(current([:]) == SourceRevision(branch: "topic/a", revision: "c0ffee"))
        #expect(current(["GITHUB_SHA": "abba"]).revision == "abba")
        try repository.write(Array("deadbeef\n".utf8), to: "HEAD")
        #expect(current([:]) == SourceRevision(branch: nil, revision: "deadbeef"))
    }

    @Test("Without CI and Git, branch and commit are unknown")
    func unknown() throws {
        let folder = try TemporaryDirectory()
        let source = SourceRevision.current(Environment([:]), folder: folder.path)
        #expect(source == SourceRevision())
    }
}
