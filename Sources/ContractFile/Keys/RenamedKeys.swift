/// The keys of files that had another name before, by that name.
///
/// None of them is read any more: where the new name is a key, the old one is an error that says so.
enum RenamedKeys {
    static let table = [
        "acceptance": "acceptedOnly",
        "provokes": "covers",
        "undefectable": "noDefect",
        "unprovokable": "untestable",
    ]
}
