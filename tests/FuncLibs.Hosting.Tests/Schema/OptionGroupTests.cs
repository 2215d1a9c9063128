using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.CommandLine;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Schema;

namespace FuncLibs.Hosting.Tests.Schema;

public sealed class OptionGroupTests
{
    [Fact]
    public void Keys_OfAGroup_StandInThePlaceOfItsProperty() =>
        new OptionSchema([typeof(Grouped)]).Keys.ShouldBe(["Before", "Gain", "Force", "After"]);

    [Fact]
    public void Bind_ValuesOfAGroup_HaveTheirTypesAndDefaults()
    {
        Grouped options = Bind(out IReadOnlyList<string> faults, ("gain", "2.5"), ("After", "x"));

        faults.ShouldBeEmpty();
        (options.Table["Gain"], options.Table["Force"], options.After).ShouldBe((2.5, true, "x"));
    }

    [Theory]
    [InlineData("Gain", "much", "Gain (from command line): 'much' is not allowed; a finite number, with a point as decimal sign")]
    [InlineData("Gain", "11", "Gain (from command line): '11' is not allowed; 0 to 10")]
    [InlineData("Gian", "1", "Gian (from command line): is not a known key (did you mean Gain?); --help lists the keys")]
    public void Bind_WhatAGroupDoesNotAllow_IsAFault(string key, string value, string fault)
    {
        Bind(out IReadOnlyList<string> faults, (key, value));

        faults.ShouldBe([fault]);
    }

    [Fact]
    public void Help_OfAGroup_HasItsDescriptions()
    {
        using var output = new StringWriter();

        HelpText.WriteVerb(output, "probe", "set", "sets", new Grouped(), new Grouped(), [], new KeyAliases());

        output.ToString().ShouldContain("  --Before -  first\n  --Gain -  how much\n  --Force true  all the same\n");
    }

    private static Grouped Bind(out IReadOnlyList<string> faults, params (string Key, string Value)[] words)
    {
        List<ConfigurationFault> found = [];
        ConfigurationLayer layer = new(
            LayerNames.CommandLine, [.. words.Select(word => KeyValuePair.Create(word.Key, word.Value))]);
        OptionSchema schema = new([typeof(Grouped)]);
        Grouped options = new();
        new OptionBinder(new LayerMerge(schema, new KeyAliases(), found).Merge([layer]), found).Bind(options);
        faults = [.. found.Select(fault => fault.ToString())];
        return options;
    }

    public sealed class Grouped
    {
        [Description("first")]
        public string? Before { get; set; }

        public Group Table { get; } = new();

        public string? After { get; set; }
    }

    public sealed class Group : IOptionGroup
    {
        private readonly Dictionary<string, object?> _values = new() { ["Gain"] = null, ["Force"] = true };

        public IReadOnlyList<GroupOption> Options { get; } =
        [
            new("Gain", typeof(double), "how much", [new RangeAttribute(0, 10)]),
            new("Force", typeof(bool), "all the same", []),
        ];

        public object? this[string name]
        {
            get => _values[name];
            set => _values[name] = value;
        }
    }
}
