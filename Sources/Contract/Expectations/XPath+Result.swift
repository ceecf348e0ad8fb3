import JSON
import XPaths

extension XMLDocument {
    /// The result of an expression.
    ///
    /// Nodes become a list, each with its text, so that `count` and `exists` see their number; a computed result
    /// (`count(//item)`, `string(//id)`) is a value.
    func result(of path: XPath, at place: String) throws(Unanswerable) -> QueryResult {
        let found: XPathResult
        do throws(XMLError) {
            found = try find(path)
        } catch {
            throw Unanswerable(path: place, expected: "an XPath", actual: error.description)
        }
        switch found {
        case .nodes(let texts):
            return .nodes(
                texts.enumerated().map { index, text in
                    let own = texts.count == 1 ? place : "xpath (\(path))[\(index + 1)]"
                    return QueryResult.Node(path: own, datum: .json(.string(text)))
                }
            )
        case .string(let text): return .value(.json(.string(text)))
        case .boolean(let value): return .value(.json(.bool(value)))
        case .number(let number):
            if let whole = Int64(exactly: number) {
                return .value(.json(.number(.integer(whole))))
            }
            guard number.isFinite else {
                throw Unanswerable(path: place, expected: "a number", actual: "none")
            }
            return .value(.json(.number(.real(number))))
        }
    }
}
