using System.ComponentModel.DataAnnotations;
using System.Runtime.Serialization;

namespace Benchmarks.Objects;

/// <summary>
/// The graph of the comparison, 3 x 3 x 3 x 4: a test of 3 series of 3 specimens of 3 channels of 4 points. Channels
/// share 3 sensors, specimens a material and an operator; names repeat.
/// </summary>
[DataContract]
public sealed class MaterialTest
{
    private const int Three = 3;
    private const int PointsEach = 4;

    /// <summary>Name of the test.</summary>
    [DataMember(Order = 0)]
    public string? Name { get; set; }

    /// <summary>Its series.</summary>
    [DataMember(Order = 1)]
    public IList<TestSeries>? Series { get; set; }

    /// <summary>A graph.</summary>
    public static MaterialTest Create()
    {
        TestSensor[] sensors =
        [
            .. Enumerable.Range(0, Three).Select(
                i => new TestSensor { Serial = $"LC-{1000 + i}", Unit = "kN", Gain = 2.5 + (i * 0.1) }),
        ];
        TestMaterial material = new() { Name = "S355J2", Modulus = 210.5, Batch = "heat 4711" };
        TestOperator person = new() { Name = "operator-17", Shift = 2 };
        return new MaterialTest
        {
            Name = "tension-compression",
            Series = [.. Enumerable.Range(0, Three).Select(i => new TestSeries
            {
                Name = $"series {i}",
                Specimens = [.. Enumerable.Range(0, Three).Select(j => new TestSpecimen
                {
                    Id = (i * Three) + j,
                    Name = "round, d = 7.5 mm",
                    Material = material,
                    Operator = person,
                    Channels = [.. Enumerable.Range(0, Three).Select(k => NewChannel(k, sensors[k]))],
                })],
            })],
        };
    }

    /// <summary>What another test of the same kind has: a third of the points differ, each last specimen of a series
    /// has one channel more, and each first one a channel less.</summary>
    public static MaterialTest CreateUpdate()
    {
        MaterialTest test = Create();
        int number = 0;
        foreach (TestSpecimen specimen in test.Series!.SelectMany(series => series.Specimens!))
        {
            foreach (TestPoint point in specimen.Channels!.SelectMany(channel => channel.Points!))
                point.Value += number++ % Three == 0 ? 1 : 0;
            if (specimen.Id % Three == 0)
                specimen.Channels!.RemoveAt(0);
            else if (specimen.Id % Three == Three - 1)
                specimen.Channels!.Add(NewChannel(Three, specimen.Channels![0].Sensor!));
        }

        return test;
    }

    private static TestChannel NewChannel(int id, TestSensor sensor) => new()
    {
        Id = id,
        Name = id == 0 ? "force" : "strain",
        Sensor = sensor,
        Points =
        [
            .. Enumerable.Range(0, PointsEach).Select(
                i => new TestPoint { Time = i * 0.0125, Value = 12.7 + (id * 3.1) + (i * 0.37), Quality = "good" }),
        ],
    };
}

/// <summary>A series.</summary>
[DataContract]
public sealed class TestSeries
{
    /// <summary>Its name.</summary>
    [DataMember(Order = 0)]
    public string? Name { get; set; }

    /// <summary>Its specimens.</summary>
    [DataMember(Order = 1)]
    public IList<TestSpecimen>? Specimens { get; set; }
}

/// <summary>A specimen.</summary>
[DataContract]
public sealed class TestSpecimen
{
    /// <summary>Its number.</summary>
    [Key]
    [DataMember(Order = 0)]
    public int Id { get; set; }

    /// <summary>What it is.</summary>
    [DataMember(Order = 1)]
    public string? Name { get; set; }

    /// <summary>Of what it is; one for all.</summary>
    [DataMember(Order = 2)]
    public TestMaterial? Material { get; set; }

    /// <summary>Who tests it; one for all.</summary>
    [DataMember(Order = 3)]
    public TestOperator? Operator { get; set; }

    /// <summary>Its channels.</summary>
    [DataMember(Order = 4)]
    public IList<TestChannel>? Channels { get; set; }
}

/// <summary>A channel.</summary>
[DataContract]
public sealed class TestChannel
{
    /// <summary>Its number within the specimen.</summary>
    [Key]
    [DataMember(Order = 0)]
    public int Id { get; set; }

    /// <summary>Its name.</summary>
    [DataMember(Order = 1)]
    public string? Name { get; set; }

    /// <summary>What measures it; one of three.</summary>
    [DataMember(Order = 2)]
    public TestSensor? Sensor { get; set; }

    /// <summary>What was measured.</summary>
    [DataMember(Order = 3)]
    public IList<TestPoint>? Points { get; set; }
}

/// <summary>A point.</summary>
[DataContract]
public sealed class TestPoint
{
    /// <summary>Time in s.</summary>
    [DataMember(Order = 0)]
    public double Time { get; set; }

    /// <summary>Value in the unit of the sensor.</summary>
    [DataMember(Order = 1)]
    public double Value { get; set; }

    /// <summary>Its quality.</summary>
    [DataMember(Order = 2)]
    public string? Quality { get; set; }
}

/// <summary>A sensor.</summary>
[DataContract]
public sealed class TestSensor
{
    /// <summary>Its serial number.</summary>
    [DataMember(Order = 0)]
    public string? Serial { get; set; }

    /// <summary>Unit of its values.</summary>
    [DataMember(Order = 1)]
    public string? Unit { get; set; }

    /// <summary>Units for each V.</summary>
    [DataMember(Order = 2)]
    public double Gain { get; set; }
}

/// <summary>A material.</summary>
[DataContract]
public sealed class TestMaterial
{
    /// <summary>Its name.</summary>
    [DataMember(Order = 0)]
    public string? Name { get; set; }

    /// <summary>Modulus of elasticity in GPa.</summary>
    [DataMember(Order = 1)]
    public double Modulus { get; set; }

    /// <summary>The batch.</summary>
    [DataMember(Order = 2)]
    public string? Batch { get; set; }
}

/// <summary>Who tests.</summary>
[DataContract]
public sealed class TestOperator
{
    /// <summary>Name.</summary>
    [DataMember(Order = 0)]
    public string? Name { get; set; }

    /// <summary>Shift.</summary>
    [DataMember(Order = 1)]
    public int Shift { get; set; }
}
