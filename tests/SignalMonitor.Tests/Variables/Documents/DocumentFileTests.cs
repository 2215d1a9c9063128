using System.Text;
using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;

namespace SignalMonitor.Tests.Variables.Documents;

public sealed class DocumentFileTests
{
    [Fact]
    public void Encode_Rows_HasTheirColumnsInTheOrderOfPeople()
    {
        var set = new VariableSet
        {
            Station = "a/b",
            Revision = 7,
            Variables = [new() { Station = "a/b", Name = "x", Expression = "1 < 2", DisplayDigits = 1, Id = 3 }],
            Limits = [new() { Station = "a/b", Variable = "x", Kind = LimitKind.Upper, Value = 1.5, Unit = "kN" }],
        };

        string text = DocumentFile.Encode(VariablesDocument.From(set));

        string.Concat(text.Where(c => !char.IsWhiteSpace(c))).ShouldBe(
            """
            {"format":"telemetry-variables/1","station":"a/b",
            "variables":[{"name":"x","expression":"1<2","unit":"","displayDigits":1,"enabled":true,"note":"",
            "keepOverRuns":false,"tare":0,"resets":0}],
            "limits":[{"variable":"x","kind":"upper","severity":"warning","value":1.5,"hysteresis":0,"unit":"kN",
            "minDurationMs":0,"minDurationCount":0,"latch":false,"enabled":true,"note":""}],
            "units":[],"aliases":[],"breaks":[]}
            """.ReplaceLineEndings(""));
    }

    [Fact]
    public void Parse_WhatIsLeftOut_IsTheDefaultOfTheRow()
    {
        VariablesDocument document = Parse(
            """
            "variables": [{ "name": "x", "expression": "1" }],
            "breaks": [{ "name": "b", "channel": "servo1.force", "minForce": 2, }], // comments and commas may be there
            "limits": [{ "variable": "x", "kind": "upper", "value": 1, "value2": null }]
            """,
            out string? fault).ShouldNotBeNull(fault);

        document.Rows("c/d").ShouldBe(
        [
            new SignalVariable { Station = "c/d", Name = "x", Expression = "1" },
            new StoredLimit { Station = "c/d", Variable = "x", Kind = LimitKind.Upper, Value = 1 },
            new StoredBreakTrigger { Station = "c/d", Name = "b", Channel = "servo1.force", MinForce = 2 },
        ]);
    }

    [Theory]
    [InlineData("\"variables\": [{ \"name\": \"a\" }]", "a variable needs the column 'expression'")]
    [InlineData("\"variables\": [{ \"nmae\": \"a\" }]", "a variable has no column 'nmae'")]
    [InlineData("\"variables\": [{ \"station\": \"a/b\" }]", "a variable has no column 'station'")]
    [InlineData("\"variables\": [{ \"name\": null }]", "name: text is expected")]
    [InlineData("\"variables\": [{ \"enabled\": 1 }]", "enabled: true or false is expected")]
    [InlineData("\"variables\": [{ \"displayDigits\": 1.5 }]", "displayDigits: a whole number of 32 bits is expected")]
    [InlineData("\"variables\": [null]", "a variable is expected: an object with its columns")]
    [InlineData("\"variables\": [3]", "a variable is expected: an object with its columns")]
    [InlineData("\"limits\": [{ \"value\": \"1\" }]", "value: a number is expected")]
    [InlineData("\"limits\": [{ \"severity\": \"Severe\" }]", "severity: one of watch, warning, distress")]
    public void Parse_RowThatIsWrong_NamesLineAndColumn(string rows, string why)
    {
        Parse("\n\n" + rows, out string? fault).ShouldBeNull();

        fault.ShouldNotBeNull().ShouldStartWith($"file rig.json, line 3: {why}");
    }

    [Fact]
    public void Parse_NullInThePlaceOfAList_IsAFault()
    {
        Parse("\"limits\": null", out string? fault).ShouldBeNull();

        fault.ShouldBe("file rig.json has null instead of a list; leave the list out");
    }

    private static VariablesDocument? Parse(string rows, out string? fault)
    {
        string text = $$"""{ "format": "telemetry-variables/1", "station": "a/b", {{rows}} }""";
        using var source = new MemoryStream(Encoding.UTF8.GetBytes(text));
        return DocumentFile.Parse(source, "rig.json", out fault);
    }
}
