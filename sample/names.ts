export const namePools: readonly { weight: number; given: readonly string[]; surnames: readonly string[] }[] = [
  {
    weight: 30,
    given: namesIn(`Amelia Oliver Charlotte Harry Emily George Sophie Jack Lucy Thomas Hannah William Rebecca James Laura Matthew Chloe
      Benjamin Katie Joshua Rachel Edward Megan Simon Helen Andrew Joanne Stephen Zoë Gareth Siân Rhys Fiona Callum Isla Alastair`),
    surnames: namesIn(`Smith Taylor Brown Wilson Evans Thomas Johnson Roberts Walker Wright Robinson Thompson White Hughes Edwards Green
      Hall Wood Harris Lewis Martin Jackson Clarke Turner Hill Cooper Ward Morris Davies Griffiths Campbell Stewart Fraser Bennett`),
  },
  {
    weight: 16,
    given: namesIn(`Aarav Priyanka Rohan Ananya Vikram Neha Arjun Kavita Sanjay Deepa Rahul Meera Anil Pooja Imran Ayesha Bilal Fatima
      Hamza Zainab Usman Sadia Tahmina Rafiq`),
    surnames: namesIn(`Patel Sharma Singh Kaur Gupta Nair Iyer Reddy Mehta Banerjee Khan Ahmed Hussain Malik Chowdhury Rahman Shah Joshi
      Kulkarni Menon`),
  },
  {
    weight: 8,
    given: namesIn('Agnieszka Łukasz Katarzyna Piotr Magdalena Paweł Joanna Marcin Aleksandra Michał Zofia Krzysztof'),
    surnames: namesIn('Nowak Wiśniewski Wójcik Lewandowski Zieliński Szymański Woźniak Dąbrowski Mazur Krawczyk Piotrowski Grabowski'),
  },
  {
    weight: 8,
    given: namesIn('Chidi Ngozi Kwame Ama Tunde Folake Emeka Abena Kofi Ifeoma Olumide Adaeze Yaw Temitope'),
    surnames: namesIn('Okafor Adeyemi Mensah Boateng Eze Owusu Balogun Nwosu Asante Okonkwo Osei Adebayo Ibrahim Danso'),
  },
  {
    weight: 6,
    given: namesIn('Aoife Cian Niamh Oisín Saoirse Conor Róisín Declan Sinéad Eoin Caoimhe Brendan'),
    surnames: namesIn("Murphy Kelly O'Sullivan Byrne O'Connor Ryan Doyle McCarthy Gallagher Doherty Kavanagh Lynch"),
  },
  {
    weight: 6,
    given: namesIn('Wei Mei Jun Xiu Hao Ling Yan Chen-Yu Jia Kai Ming Hui'),
    surnames: namesIn('Chen Wang Li Zhang Liu Huang Wu Lin Cheung Wong Lau Tang'),
  },
  {
    weight: 5,
    given: namesIn('Marcus Shanice Dwayne Keisha Andre Simone Jermaine Alicia Tyrone Monique Leroy Natalie'),
    surnames: namesIn('Campbell Grant Francis Gordon Reid Powell Bailey Henry Morgan Clarke Gayle Blake'),
  },
  {
    weight: 5,
    given: namesIn('Sofía José Carmen Javier Lucía Diego Beatriz João Inês Rui Mariana Tiago'),
    surnames: namesIn('García Fernández López Martínez Sánchez Pereira Costa Oliveira Santos Ferreira Rodrigues Gómez'),
  },
  {
    weight: 4,
    given: namesIn('Andrei Ioana Mihai Elena Ștefan Raluca Dimitar Desislava Bogdan Cristina Nikolay Alina'),
    surnames: namesIn('Popescu Ionescu Dumitrescu Stan Georgescu Petrov Ivanova Dimitrov Radu Munteanu Stoica Marin'),
  },
  {
    weight: 4,
    given: namesIn('Elif Mehmet Ayşe Emre Zeynep Burak Omar Layla Yusuf Nour Karim Hana'),
    surnames: namesIn('Yılmaz Kaya Demir Şahin Öztürk Haddad Mansour Saleh Nasser Khalil Aydın Farouk'),
  },
  {
    weight: 4,
    given: namesIn('Giulia Marco Chiara Luca Camille Antoine Élodie Julien Eleni Nikos Katerina Giorgos'),
    surnames: namesIn('Rossi Ferrari Bianchi Romano Dubois Moreau Laurent Lefèvre Papadopoulos Georgiou Nikolaou Ricci'),
  },
  {
    weight: 4,
    given: namesIn('Linh Minh Thuy Quang Sakura Haruto Yuki Kenji Ji-woo Min-jun Maria Angelo Olena Taras Oksana Dmytro'),
    surnames: namesIn('Nguyen Tran Pham Le Tanaka Sato Kim Park Reyes Santos Shevchenko Kovalenko Bondarenko Dizon'),
  },
]

function namesIn(text: string): string[] {
  return text.trim().split(/\s+/)
}
