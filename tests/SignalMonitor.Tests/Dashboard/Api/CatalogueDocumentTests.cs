using System.Text.Json;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Tests.Health;

namespace SignalMonitor.Tests.Dashboard.Api;

public class CatalogueDocumentTests
{
    [Fact]
    public void Create_CalculatedChannels_HaveTheirResultOrTheReasonOfTheFault()
    {
        using ReportRig rig = new();
        using VariableRig variables = new();
        variables.Edit(
            [VariableRig.Variable("twice", "2 * servo1.force"), VariableRig.Variable("broken", "2 * nothing")]);
        variables.Next();
        CataloguedStream stream = new(0, rig.Stream, null, variables.Plan, false, false, 1);
        byte[] body = JsonSerializer.SerializeToUtf8Bytes(
            CatalogueDocument.Create(new CatalogueReading(1, [stream]), rig.Connections),
            CatalogueDocumentJson.Default.CatalogueDocument);

        JsonElement[] calculated =
        [
            .. JsonSerializer.Deserialize<JsonElement>(body).GetProperty("streams")[0]
                .GetProperty("calculated")
                .EnumerateArray(),
        ];

        calculated[0].GetRawText().ShouldBe(
            """
            {"name":"twice","unit":"kN","expression":"2 * servo1.force","kind":"series","running":true,"fault":null,"warning":null,
            "rateHz":30000}
            """.ReplaceLineEndings(""));
        (calculated[1].GetProperty("running").GetBoolean(), calculated[1].GetProperty("fault").GetString()!.Contains(
            "nothing", StringComparison.Ordinal))
            .ShouldBe((false, true));
    }

    [Theory]
    [InlineData(SignalKind.Column, "series")]
    [InlineData(SignalKind.Number, "value")]
    [InlineData(SignalKind.Result, "result")]
    [InlineData(SignalKind.Table, "table")]
    public void NameOf_Kind_IsTheWordOfTheDashboard(SignalKind kind, string word) =>
        CatalogueDocument.NameOf(kind).ShouldBe(word);
}
