using FuncLibs.Web.Accounts;
using FuncLibs.Web.Sessions;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Http;

namespace SignalMonitor.Tests.Http;

public class HttpOriginTests
{
    [Theory]
    [InlineData("?by=kim", "kim")]
    [InlineData("", "")]
    public void From_NobodyHasToLogIn_IsWhoItClaims(string query, string who) =>
        HttpOrigin.From(Request(query, null)).Who.ShouldBe(who);

    [Theory]
    [InlineData("?by=somebody-else")]
    [InlineData("")]
    public void From_LoggedIn_IsTheAccountWhateverItClaims(string query) =>
        HttpOrigin.From(Request(query, new Grant("ann", Role.Admin, GrantKind.Session))).Who.ShouldBe("ann");

    [Fact]
    public void From_Token_IsItsName() =>
        HttpOrigin.From(Request("?by=x", new Grant("token:cell", Role.Control, GrantKind.Token))).Who
            .ShouldBe("token:cell");

    private static DefaultHttpContext Request(string query, Grant? grant)
    {
        DefaultHttpContext context = new();
        context.Request.QueryString = new QueryString(query);
        if (grant is not null)
            context.Features.Set(grant);
        return context;
    }
}
