using System.Net;
using System.Text.Json;
using SignalMonitor.Dashboard.Api;

namespace SignalMonitor.Tests.Dashboard.Api;

public class ApiRoutesTests
{
    [Fact]
    public async Task MapWrite_WithoutTheHeader_IsRefusedAndDoesNothing()
    {
        bool written = false;
        await using DashboardServer server =
            await DashboardServer.Start(host => host.MapWrite("PUT", "/api/x", 10, (_, _) =>
            {
                written = true;
                return ApiAnswer.Ok(json => json.WriteNullValue());
            }));

        (HttpStatusCode status, JsonElement json) = await server.Ask(HttpMethod.Put, "/api/x", "{}");

        (status, written).ShouldBe((HttpStatusCode.Forbidden, false));
        json
            .GetProperty("error")
            .GetString()
            .ShouldBe("PUT needs the header X-Telemetry: 1, which pages of other sites cannot send");
    }

    [Theory]
    [InlineData(10, HttpStatusCode.OK)]
    [InlineData(11, HttpStatusCode.RequestEntityTooLarge)]
    public async Task MapWrite_Body_IsReadUpToItsLimit(int bytes, HttpStatusCode expected)
    {
        await using DashboardServer server = await DashboardServer.Start(host => host.MapWrite(
            "POST", "/api/x", 10, (_, body) => ApiAnswer.Ok(json => json.WriteNumberValue(body.Length))));

        (HttpStatusCode status, _) =
            await server.Ask(HttpMethod.Post, "/api/x", new string('1', bytes), (ApiRoutes.WriteHeader, "1"));

        status.ShouldBe(expected);
    }
}
