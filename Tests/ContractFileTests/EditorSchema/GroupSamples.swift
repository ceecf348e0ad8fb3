/// Samples for groups of steps, and for cases that need others.
enum GroupSamples {
    static let accepted: [EditorSample] = [
        EditorSample.lines(
            .stepGroup,
            #"""
            { steps: [{ call: createPush }] }
            { summary: S, parameters: [], steps: [{ group: send, with: { text: a } }], x-note: 1 }
            { parameters: [a, b], steps: [{ call: "{{a}}", expect: "{{b}}" }] }
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            { group: send, with: { text: [a, { b: c }] } }
            { group: send, with: { text: "{{appKey}}" }, x-note: 1 }
            """#
        ),
        EditorSample.lines(
            .aCase,
            #"""
            { needs: other, steps: [{ call: createPush }] }
            { needs: [other], steps: [{ call: createPush }] }
            { needs: [], steps: [{ call: createPush }] }
            """#
        ),
    ].flatMap(\.self)

    static let refused: [EditorSample] = [
        EditorSample.lines(
            .stepGroup,
            #"""
            null
            {}
            []
            { steps: [] }
            { steps: { call: createPush } }
            { steps: [createPush] }
            { steps: [{ call: createPush }], parameters: text }
            { steps: [{ call: createPush }], parameters: [1] }
            { steps: [{ call: createPush }], parameters: [uuid] }
            { steps: [{ call: createPush }], with: {} }
            """#
        ),
        EditorSample.lines(
            .step,
            #"""
            { group: }
            { group: [send] }
            { group: send, with: hello }
            { group: send, with: { text: a }, call: createPush }
            { group: send, with: { text: a }, captures: {} }
            """#
        ),
        EditorSample.lines(
            .aCase,
            #"""
            { needs: , steps: [{ call: createPush }] }
            { needs: "", steps: [{ call: createPush }] }
            { needs: [1], steps: [{ call: createPush }] }
            { needs: { a: b }, steps: [{ call: createPush }] }
            """#
        ),
    ].flatMap(\.self)
}
