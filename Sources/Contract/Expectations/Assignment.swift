/// The cheapest assignment of a separate column to every row.
///
/// Source: H. W. Kuhn, "The Hungarian Method for the Assignment Problem", 1955, in the form that
/// adds one row at a time along a shortest augmenting path; rows × rows × columns steps.
struct Assignment {
    /// The column of each row.
    let columns: [Int]

    /// Solves for `costs[row][column]`; there must be at least as many columns as rows.
    init(costs: [[Int]]) {
        var solver = Solver(costs: costs)
        for row in costs.indices { solver.assign(row) }
        columns = solver.columnOfRow
    }
}

/// Rows assigned so far, with the prices that prove the assignment is cheapest.
private struct Solver {
    private let costs: [[Int]]
    private let columnCount: Int
    private(set) var columnOfRow: [Int]
    private var rowOfColumn: [Int?]
    private var rowPrice: [Int]
    private var columnPrice: [Int]

    init(costs: [[Int]]) {
        self.costs = costs
        columnCount = costs.first?.count ?? 0
        precondition(
            costs.count <= columnCount || costs.isEmpty,
            "\(costs.count) rows need as many columns, got \(columnCount)"
        )
        columnOfRow = Array(repeating: -1, count: costs.count)
        rowOfColumn = Array(repeating: nil, count: columnCount)
        rowPrice = Array(repeating: 0, count: costs.count)
        columnPrice = Array(repeating: 0, count: columnCount)
    }

    /// Gives `row` a column, moving earlier rows along the cheapest chain of changes.
    mutating func assign(_ row: Int) {
        var search = RowSearch(columnCount: columnCount)
        var current = row
        while true {
            relax(from: current, row: row, &search)
            let column = search.nearestOpenColumn()
            let step = search.distance[column]
            search.close(column)
            guard let next = rowOfColumn[column] else {
                reprice(row, search: search, length: step)
                return augment(to: column, from: row, via: search.previousRow)
            }
            current = next
        }
    }

    /// Shortens the way to every open column by going over `current`.
    private func relax(from current: Int, row: Int, _ search: inout RowSearch) {
        let base = current == row ? 0 : search.distance[columnOfRow[current]]
        for column in 0..<columnCount where !search.isClosed[column] {
            let reduced = costs[current][column] - rowPrice[current] - columnPrice[column]
            if base + reduced < search.distance[column] {
                search.distance[column] = base + reduced
                search.previousRow[column] = current
            }
        }
    }

    /// Keeps every reduced cost at zero or above, and zero along the chosen chain.
    private mutating func reprice(_ row: Int, search: RowSearch, length: Int) {
        rowPrice[row] += length
        for column in search.closedColumns {
            guard let owner = rowOfColumn[column] else { continue }
            rowPrice[owner] += length - search.distance[column]
            columnPrice[column] -= length - search.distance[column]
        }
    }

    private mutating func augment(to last: Int, from row: Int, via previousRow: [Int]) {
        var column = last
        while true {
            let owner = previousRow[column]
            let freed = columnOfRow[owner]
            columnOfRow[owner] = column
            rowOfColumn[column] = owner
            if owner == row { return }
            column = freed
        }
    }
}

/// One search for the shortest augmenting path.
private struct RowSearch {
    var distance: [Int]
    var previousRow: [Int]
    private(set) var isClosed: [Bool]
    private(set) var closedColumns: [Int] = []

    init(columnCount: Int) {
        distance = Array(repeating: .max, count: columnCount)
        previousRow = Array(repeating: -1, count: columnCount)
        isClosed = Array(repeating: false, count: columnCount)
    }

    mutating func close(_ column: Int) {
        isClosed[column] = true
        closedColumns.append(column)
    }

    func nearestOpenColumn() -> Int {
        var nearest = -1
        for column in distance.indices where !isClosed[column] {
            if nearest < 0 || distance[column] < distance[nearest] { nearest = column }
        }
        return nearest
    }
}
