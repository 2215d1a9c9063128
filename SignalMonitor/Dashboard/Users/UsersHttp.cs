using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Users;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Audit;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Users;

/// <summary>
/// Answers <c>GET /api/users</c>, <c>PUT</c> and <c>DELETE /api/users/NAME</c>, <c>PUT</c> and
/// <c>DELETE /api/tokens/NAME</c>, all for admins. What is changed is in force with the answer.
/// </summary>
/// <param name="directory">The accounts and tokens in force.</param>
/// <param name="edits">Edits them.</param>
/// <param name="audit">Notes edits.</param>
internal sealed class UsersHttp(AccessDirectory directory, AccessEdits edits, AuditLog audit)
{
    private const string User = "/api/users/{name}";
    private const string Token = "/api/tokens/{name}";
    private const int MaxBytes = 4096;
    private readonly Lock _gate = new();

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/users", _ => List(), Role.Admin);
        host.MapWrite(HttpMethods.Put, User, MaxBytes, PutUser, Role.Admin);
        host.MapWrite(
            HttpMethods.Delete, User, 0, (context, _) => Edit(context, (by, name) => by.RemoveUser(name)), Role.Admin);
        host.MapWrite(HttpMethods.Put, Token, MaxBytes, PutToken, Role.Admin);
        host.MapWrite(
            HttpMethods.Delete,
            Token,
            0,
            (context, _) => Edit(context, (by, name) => by.RemoveToken(name)),
            Role.Admin);
    }

    private ApiAnswer List()
    {
        AccessView view = directory.Current;
        return ApiAnswer.Ok(
            new ListedAccess(
                directory.HasAccounts,
                directory.HasTokens,
                [.. view.Users.Select(user => new ListedUser(user.Name, RoleText.NameOf(user.Role), user.Changed))],
                [.. view.Tokens.Select(token => new ListedToken(
                    token.Name, RoleText.NameOf(token.Role), token.Created, token.Expires))],
                view.Faults),
            UsersAnswerJson.Default.ListedAccess);
    }

    // Role and password of a new account; of one that is there what is given.
    private ApiAnswer PutUser(HttpContext context, byte[] body)
    {
        if (ApiBody.Parse(body, UsersBodyJson.Default.UserRequest, out string fault) is not { } request)
            return ApiAnswer.Bad(fault);
        Role role = RoleText.Parse(request.Role);
        if (request.Role is not null && role == Role.None)
            return ApiAnswer.Bad($"role is '{request.Role}'; there are {RoleText.Known}");
        if (request.Role is null && request.Password is null)
            return ApiAnswer.Bad("role or password is missing");
        if (request.Password is not null && PasswordHashes.FindPasswordFault(request.Password) is { } weak)
            return ApiAnswer.Bad(weak);
        return Edit(context, (by, name) =>
        {
            if (directory.Current.FindUser(name) is null)
                return request is { Role: not null, Password: not null }
                    ? by.AddUser(name, role, request.Password)
                    : $"there is no account {name}; a new one needs role and password";
            string? refused = request.Role is null ? null : by.SetRole(name, role);
            return refused ?? (request.Password is null ? null : by.SetPassword(name, request.Password));
        });
    }

    private ApiAnswer PutToken(HttpContext context, byte[] body)
    {
        if (ApiBody.Parse(body, UsersBodyJson.Default.TokenRequest, out string fault) is not { } request)
            return ApiAnswer.Bad(fault);
        Role role = RoleText.Parse(request.Role);
        if (role == Role.None)
            return ApiAnswer.Bad($"role is '{request.Role}'; there are {RoleText.Known}");
        string? text = null;
        ApiAnswer answer = Edit(context, (by, name) => by.AddToken(name, role, request.Days, out text));
        return text is null ? answer : ApiAnswer.Ok(new MadeToken(text), UsersAnswerJson.Default.MadeToken);
    }

    private ApiAnswer Edit(HttpContext context, Func<AccessEdits, string, string?> edit)
    {
        string name = (string)context.Request.RouteValues["name"]!;
        if (AccessName.FindFault(name) is { } wrong)
            return ApiAnswer.Bad($"'{OneLine.Format(name)}' {wrong}");
        AccessEdits noted = edits.NotedBy(AccessAudit.For(audit, HttpOrigin.From(context)));
        lock (_gate)
        {
            if (edit(noted, name) is { } fault)
                return ApiAnswer.Conflict(fault);
            directory.Reload();
        }

        return List();
    }
}

/// <summary>Accounts and tokens as an admin sees them.</summary>
/// <param name="HasAccounts">Whether there is a file of accounts.</param>
/// <param name="HasTokens">Whether there is a file of tokens.</param>
/// <param name="Users">The accounts.</param>
/// <param name="Tokens">The tokens.</param>
/// <param name="Faults">A line for each file that cannot be used.</param>
internal sealed record ListedAccess(
    bool HasAccounts,
    bool HasTokens,
    IReadOnlyList<ListedUser> Users,
    IReadOnlyList<ListedToken> Tokens,
    IReadOnlyList<string> Faults);

/// <summary>An account in the list.</summary>
internal sealed record ListedUser(string Name, string Role, DateTimeOffset Changed);

/// <summary>A token in the list.</summary>
internal sealed record ListedToken(string Name, string Role, DateTimeOffset Created, DateTimeOffset? Expires);

/// <summary>A new token: the only time that its text is shown.</summary>
internal sealed record MadeToken(string Token);

/// <summary>What an account is given; null = it keeps what it has.</summary>
internal sealed record UserRequest(string? Role = null, string? Password = null);

/// <summary>A token to be made.</summary>
/// <param name="Role">What it allows.</param>
/// <param name="Days">How long it is valid; 0 = for ever.</param>
internal sealed record TokenRequest(string Role, int Days = 365);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ListedAccess))]
[JsonSerializable(typeof(MadeToken))]
internal sealed partial class UsersAnswerJson : JsonSerializerContext;

/// <summary>Reads the bodies; a member that is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(UserRequest))]
[JsonSerializable(typeof(TokenRequest))]
internal sealed partial class UsersBodyJson : JsonSerializerContext;
