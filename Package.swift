// swift-tools-version: 6.3

import PackageDescription

let common: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
/// For every target that wraps no C library: pointers do not compile there unless marked.
let safe = common + [.strictMemorySafety()]

let package = Package(
    name: "assay",
    products: [.executable(name: "assay", targets: ["assay"])],
    targets: [
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"])]
        ),
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(
            name: "CCrypto",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        .target(name: "JSON", swiftSettings: safe),
        .target(name: "Compression", dependencies: ["CZlib"], swiftSettings: common),
        .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: common),
        .target(
            name: "Contract",
            dependencies: ["Compression", "Cryptography", "JSON"],
            swiftSettings: safe
        ),
        .target(
            name: "ContractFile",
            dependencies: ["CYAML", "Contract", "JSON"],
            swiftSettings: common
        ),
        .target(
            name: "Transport",
            dependencies: ["CCurl", "Contract"],
            swiftSettings: common
        ),
        .target(
            name: "Replay",
            dependencies: ["Contract", "JSON", "Transport"],
            swiftSettings: safe
        ),
        .target(
            name: "Reports",
            dependencies: ["Contract", "Cryptography", "JSON"],
            swiftSettings: safe
        ),
        .target(
            name: "Interchange",
            dependencies: ["Contract", "JSON"],
            swiftSettings: safe
        ),
        .target(
            name: "ReferencePush",
            dependencies: ["CMicroHTTPD", "Contract", "Cryptography", "JSON"],
            swiftSettings: common
        ),
        .target(
            name: "AssayCLI",
            dependencies: [
                "Contract", "ContractFile", "Interchange", "JSON", "ReferencePush", "Replay",
                "Reports", "Transport",
            ],
            swiftSettings: safe
        ),
        .executableTarget(name: "assay", dependencies: ["AssayCLI"], swiftSettings: safe),
        .target(
            name: "TestSupport",
            dependencies: ["Contract", "JSON"],
            path: "Tests/TestSupport",
            swiftSettings: common
        ),
        .testTarget(
            name: "JSONTests",
            dependencies: ["JSON", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "CryptographyTests",
            dependencies: ["Cryptography", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "CompressionTests",
            dependencies: ["Compression"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: ["Compression", "Contract", "JSON", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ContractFileTests",
            dependencies: ["Contract", "ContractFile", "JSON", "TestSupport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: ["Contract", "TestSupport", "Transport"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "Contract", "ContractFile", "JSON", "Replay", "TestSupport", "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Compression", "Contract", "Cryptography", "JSON", "Reports", "TestSupport",
            ],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "InterchangeTests",
            dependencies: ["Contract", "ContractFile", "Interchange", "JSON", "TestSupport"],
            exclude: ["Fixtures"],
            swiftSettings: common
        ),
        .testTarget(
            name: "ReferencePushTests",
            dependencies: [
                "Contract", "Cryptography", "JSON", "ReferencePush", "TestSupport", "Transport",
            ],
            swiftSettings: common
        ),
        .testTarget(
            name: "AssayCLITests",
            dependencies: ["AssayCLI", "Contract", "ContractFile", "JSON", "TestSupport"],
            swiftSettings: common
        ),
    ]
)
