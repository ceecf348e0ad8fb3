extension OpenAPIAudit {
    /// The members of OpenAPI, from version 3.0 to 3.2, and their treatment.
    ///
    /// Source: the OpenAPI Specification, §4.8.
    static func table(of kind: Kind) -> [String: Fate] {
        switch kind {
        case .root:
            [
                "openapi": .used, "info": .one(.info), "servers": .depends, "paths": .depends,
                "components": .used, "security": .depends, "tags": .prose, "externalDocs": .prose,
                "definitions": .used, "$self": .prose,
                "webhooks": .lost("a contract has listeners instead, which cases name"),
                "jsonSchemaDialect": .lost("schemas are read as JSON Schema 2020-12"),
            ]
        case .info:
            [
                "title": .used, "version": .used, "description": .prose, "summary": .prose,
                "termsOfService": .prose, "contact": .prose, "license": .prose,
            ]
        case .server:
            [
                "url": .used, "description": .prose, "name": .prose,
                "variables": .table(.serverVariable),
            ]
        case .serverVariable:
            [
                "default": .used, "description": .prose,
                "enum": .lost("the default is taken; --target names another server"),
            ]
        case .pathItem:
            [
                "summary": .prose, "description": .prose, "parameters": .depends,
                "get": .one(.operation), "put": .one(.operation), "post": .one(.operation),
                "delete": .one(.operation), "options": .one(.operation),
                "head": .one(.operation), "patch": .one(.operation), "trace": .one(.operation),
                "query": .lost("the method QUERY is not taken over"),
                "additionalOperations": .lost("other methods are not taken over"),
                "servers": .lost("the operations are sent to the first server of the document"),
            ]
        case .operation:
            [
                "tags": .used, "summary": .used, "description": .depends, "operationId": .used,
                "externalDocs": .prose, "parameters": .depends, "requestBody": .one(.requestBody),
                "responses": .depends, "deprecated": .used, "security": .depends,
                "callbacks": .lost("a contract has listeners instead, which cases name"),
                "servers": .lost("the operation is sent to the first server of the document"),
            ]
        default: tableOfMessages(kind)
        }
    }

    private static func tableOfMessages(_ kind: Kind) -> [String: Fate] {
        switch kind {
        case .parameter(let isJudged):
            [
                "name": .used, "in": .used, "required": .used, "description": .prose,
                "deprecated": .prose, "allowEmptyValue": .depends, "allowReserved": .depends,
                "style": .depends, "explode": .depends, "example": .used, "examples": .depends,
                "content": .used,
                "schema": isJudged
                    ? .one(.schema)
                    : .lost("only the example uses it; values are not checked"),
            ]
        case .requestBody:
            ["description": .prose, "content": .depends, "required": .used]
        case .requestMedia(let isJudged):
            [
                "example": .used, "examples": .depends,
                "schema": isJudged
                    ? .one(.schema)
                    : .lost("only the example uses it; values are not checked"),
                "encoding": .lost("only the content type of files is used"),
                "itemSchema": .lost("streams are not checked"),
                "itemEncoding": .lost("streams are not checked"),
                "prefixEncoding": .lost("streams are not checked"),
            ]
        case .response(let isSuccess):
            [
                "description": isSuccess ? .prose : .used, "summary": .prose, "headers": .depends,
                "content": .depends,
                "links": .lost(
                    "links between responses and requests are for cases, which capture "
                        + "values"
                ),
            ]
        case .responseMedia:
            [
                "schema": .one(.schema), "example": .used, "examples": .used,
                "encoding": .lost("a response is checked as JSON"),
                "itemSchema": .lost("streams are not checked"),
                "itemEncoding": .lost("streams are not checked"),
                "prefixEncoding": .lost("streams are not checked"),
            ]
        case .eventMedia:
            [
                "schema": .depends, "itemSchema": .one(.schema), "example": .used,
                "examples": .used,
                "encoding": .lost("events are checked as JSON"),
                "itemEncoding": .lost("events are checked as JSON"),
                "prefixEncoding": .lost("events are checked as JSON"),
            ]
        case .header:
            [
                "required": .used, "description": .prose, "deprecated": .prose, "example": .prose,
                "examples": .prose,
                "schema": .lost("only the presence of the field is checked"),
                "content": .lost("only the presence of the field is checked"),
                "style": .lost("only the presence of the field is checked"),
                "explode": .lost("only the presence of the field is checked"),
            ]
        case .example:
            [
                "value": .used, "summary": .prose, "description": .prose, "dataValue": .prose,
                "externalValue": .lost("no other file is read for an example"),
                "serializedValue": .lost("the value itself is taken"),
            ]
        case .securityScheme:
            [
                "type": .depends, "description": .used, "name": .used, "in": .used,
                "scheme": .used, "flows": .one(.flows), "openIdConnectUrl": .used,
                "bearerFormat": .prose, "deprecated": .prose,
                "oauth2MetadataUrl": .lost("tokens are had from the tokenUrl"),
            ]
        case .flows:
            [
                "implicit": .depends, "password": .depends, "clientCredentials": .depends,
                "authorizationCode": .depends, "deviceAuthorization": .depends,
            ]
        case .flow:
            [
                "tokenUrl": .used, "scopes": .used,
                "refreshUrl": .lost("a token that has ended is asked for anew"),
                "authorizationUrl": .lost("no user is asked"),
                "deviceAuthorizationUrl": .lost("no user is asked"),
            ]
        default: [:]
        }
    }
}
