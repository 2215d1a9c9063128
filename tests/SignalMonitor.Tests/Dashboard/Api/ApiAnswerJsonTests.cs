using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using SignalMonitor.Dashboard.Api;

namespace SignalMonitor.Tests.Dashboard.Api;

public class ApiAnswerJsonTests
{
    private static readonly ApiAnswerJson Json = ApiAnswerJson.Default;

    [Fact]
    public void Answers_HaveTheNamesThatTheDashboardReliesOn()
    {
        ExpressionError error = new("m", 1, 2);

        Text(new Note(-5, "ann", "t", ""), Json.Note).ShouldBe("""{"utcNs":"-5","by":"ann","text":"t","stream":""}""");
        Text(new ListedCapture("f", 7, "t", "s", 3, true), Json.ListedCapture).ShouldBe(
            """{"file":"f","utcNs":"7","trigger":"t","stream":"s","bytes":3,"replay":true}""");
        Text(new LayoutRevision("n", "r"), Json.LayoutRevision).ShouldBe("""{"name":"n","revision":"r"}""");
        Text(new AcceptedExpression(true, "kN", "value", 1.5, null), Json.AcceptedExpression).ShouldBe(
            """{"ok":true,"unit":"kN","kind":"value","rateHz":1.5,"warning":null}""");
        Text(new RejectedExpression(false, [error]), Json.RejectedExpression).ShouldBe(
            """{"ok":false,"errors":[{"message":"m","column":1,"length":2}]}""");
        Text(new RefusedPreview("e", [error]), Json.RefusedPreview).ShouldBe(
            """{"error":"e","errors":[{"message":"m","column":1,"length":2}]}""");
        Text(new ListedFunction("n", "s", "su", "g"), Json.ListedFunction).ShouldBe(
            """{"name":"n","signature":"s","summary":"su","group":"g"}""");
    }

    private static string Text<T>(T value, JsonTypeInfo<T> type) => JsonSerializer.Serialize(value, type);
}
