using System.Collections.ObjectModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Objects.Graph;

namespace FuncLibs.Tests.Objects.Graph;

/// <summary>A test with what its parts share.</summary>
internal sealed class GraphTest
{
    public string? Name { get; set; }

    public GraphOperator? Operator { get; set; }

    public List<GraphSpecimen> Specimens { get; set; } = [];

    /// <summary>Two specimens with three channels; the specimens share an operator, the channels two sensors.</summary>
    public static GraphTest Create()
    {
        GraphOperator person = new() { Name = "operator-17", Skill = 3 };
        GraphSensor[] sensors = [new() { Serial = "LC-100", Gain = 2.5 }, new() { Serial = "LVDT-7", Gain = -0.5 }];
        GraphTest test = new() { Name = "tension", Operator = person };
        for (int i = 0; i < 2; i++)
        {
            GraphSpecimen specimen = new() { Id = $"S{i}", Operator = person };
            for (int j = 0; j < 3; j++)
                specimen.Channels.Add(new GraphChannel { Id = j, Name = $"channel {j}", Sensor = sensors[j % 2] });
            test.Specimens.Add(specimen);
        }

        return test;
    }
}

internal sealed class GraphSpecimen
{
    [Key]
    public string Id { get; set; } = "";

    public GraphOperator? Operator { get; set; }

    public Collection<GraphChannel> Channels { get; } = [];

    public Dictionary<string, double> Sizes { get; } = new() { ["d"] = 7.5 };
}

internal sealed class GraphChannel
{
    public string? Name { get; set; }

    [Key]
    public int Id { get; set; }

    public GraphSensor? Sensor { get; set; }

    public double[] Values { get; set; } = [0.5, double.NaN, -0.0];
}

internal sealed class GraphSensor
{
    public string? Serial { get; set; }

    public double Gain { get; set; }
}

internal sealed class GraphOperator
{
    public string? Name { get; set; }

    public int Skill { get; set; }
}

/// <summary>Refers to itself, by way of a list.</summary>
internal sealed class GraphNode
{
    public string? Name { get; set; }

    public GraphNode? Parent { get; set; }

    public List<GraphNode> Children { get; set; } = [];
}

/// <summary>As it was written once.</summary>
internal sealed class PartV1
{
    public int Number { get; set; }

    public string? Title { get; set; }

    public double Weight { get; set; }

    public GraphSensor? Gone { get; set; }
}

/// <summary>Renamed, reordered, with one member less and two more.</summary>
internal sealed class PartV2
{
    public double Weight { get; set; }

    [FormerName("Title")]
    public string? Name { get; set; }

    public int Number { get; set; }

    public string Unit { get; set; } = "kg";

    public GraphSensor? Sensor { get; set; }
}

/// <summary>Knows the number only, and keeps the rest.</summary>
internal sealed class PartOfAnOldProgram
{
    public int Number { get; set; }

    public UnknownMembers? Others { get; set; }
}

internal sealed class PartThatMustHaveAName
{
    public int Number { get; set; }

    [Required]
    public string? Name { get; set; }
}

internal sealed class PartList
{
    public List<PartThatMustHaveAName> Parts { get; set; } = [];
}

/// <summary>Made by a constructor with parameters.</summary>
internal sealed record MadePart(int Number, string Name)
{
    public MadePart? Other { get; set; }
}
