using Testing.Servers;

namespace SignalMonitor.Tests.Notifications;

public sealed class NotifyVerbTests
{
    [Fact]
    public async Task Test_OneTargetWorksAndOneDoesNot_SaysSoOfEachAndEndsWith1()
    {
        await using HookServer hook = await HookServer.Start();
        (int code, string output, _) = await Run(
            "--Notifications:Webhooks:0:Name", "good",
            "--Notifications:Webhooks:0:Url", $"{hook.Url}/hook",
            "--Notifications:Webhooks:1:Name", "bad",
            "--Notifications:Webhooks:1:Url", $"{hook.Url}/nowhere");

        code.ShouldBe(1);
        output.ShouldBe(
            $"good (webhook {hook.Url}): sent\nbad (webhook {hook.Url}): FAILED: the server answered 404 Not Found\n");
        hook.Received.ShouldHaveSingleItem().Body.ShouldContain("\"kind\":\"trial\"");
    }

    [Fact]
    public async Task Test_NoTarget_SaysHowToGiveOne()
    {
        (int code, _, string errors) = await Run();

        (code, errors.Contains("--Notifications:Email:0:Name", StringComparison.Ordinal)).ShouldBe((2, true));
    }

    [Fact]
    public async Task Test_UnknownTarget_NamesTheKnownOnes()
    {
        (int code, _, string errors) = await Run(
            "--To", "other", "--Notifications:Webhooks:0:Name", "good",
            "--Notifications:Webhooks:0:Url", "http://127.0.0.1:1/");

        (code, errors).ShouldBe((2, "notify: there is no target other; known: good\n"));
    }

    [Theory]
    [InlineData("http://other.example/", "Notifications:Webhooks:0:Url")]
    [InlineData("https://user:secret@other.example/", "Notifications:Webhooks:0:Url")]
    [InlineData("nowhere", "Notifications:Webhooks:0:Url")]
    public async Task Test_AddressThatIsNotAllowed_IsRefusedWithItsKey(string url, string key)
    {
        (int code, _, string errors) = await Run(
            "--Notifications:Webhooks:0:Name", "hook", "--Notifications:Webhooks:0:Url", url);

        (code, errors.Contains(key, StringComparison.Ordinal)).ShouldBe((2, true));
    }

    [Fact]
    public async Task Test_PasswordInClear_IsRefused()
    {
        (int code, _, string errors) = await Run(
            "--Notifications:Email:0:Name", "mail", "--Notifications:Email:0:Host", "mail.example",
            "--Notifications:Email:0:Security", "none", "--Notifications:Email:0:User", "rig",
            "--Notifications:Email:0:From", "rig@lab.example", "--Notifications:Email:0:To", "a@lab.example");

        code.ShouldBe(2);
        errors.ShouldContain("Notifications:Email:0:Security");
        errors.ShouldContain("Notifications:Email:0:PasswordFile");
    }

    private static Task<(int Code, string Output, string Errors)> Run(params string[] options) =>
        MonitorCommand.RunAsync(Stream.Null, ["notify", "test", .. options]);
}
