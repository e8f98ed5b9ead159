export const storeTowns: readonly string[] =
  `Aberdeen Altrincham Andover Ashford Aylesbury Banbury Bangor Barnsley Barnstaple Basildon Basingstoke Bath Bedford Belfast Berwick
  Beverley Birkenhead Blackburn Blackpool Bolton Bournemouth Bracknell Bradford Braintree Brecon Bridgend Brighton Bristol Bromley Burnley
  Bury Buxton Camberley Cambridge Canterbury Cardiff Carlisle Chelmsford Cheltenham Chester Chesterfield Chichester Clitheroe Colchester
  Corby Coventry Crawley Crewe Croydon Darlington Derby Doncaster Dorchester Dover Dumfries Dundee Dunfermline Durham Eastbourne Ely
  Enfield Epsom Evesham Exeter Falkirk Falmouth Fareham Farnham Folkestone Gateshead Glasgow Gloucester Grantham Gravesend Grimsby
  Guildford Halifax Harlow Harrogate Hartlepool Hastings Hereford Hertford Hexham Horsham Huddersfield Hull Huntingdon Inverness Ipswich
  Keighley Kendal Kettering Kilmarnock Kingston Lancaster Leamington Leeds Leicester Leominster Lewes Lichfield Lincoln Liverpool Livingston
  Llandudno Londonderry Loughborough Lowestoft Ludlow Luton Macclesfield Maidstone Mansfield Margate Matlock Merthyr Middlesbrough
  Morpeth Neath Newark Newbury Newport Newquay Northampton Norwich Nottingham Nuneaton Oakham Oban Oldham Omagh Oxford Paisley Penrith
  Penzance Perth Peterborough Plymouth Poole Portsmouth Preston Ramsgate Reading Redditch Redhill Rhyl Ripon Rochdale Romford Rotherham
  Rugby Runcorn Salford Salisbury Scarborough Scunthorpe Sheffield Shrewsbury Skipton Slough Solihull Southampton Southend Southport
  Stafford Stevenage Stirling Stockport Stockton Stoke Stratford Stroud Sunderland Sutton Swansea Swindon Tamworth Taunton Telford
  Thetford Torquay Truro Tunbridge Uxbridge Wakefield Walsall Warrington Warwick Watford Wells Weymouth Whitby Wigan Winchester
  Windsor Woking Wolverhampton Worcester Worthing Wrexham Yeovil York`.split(/\s+/)
